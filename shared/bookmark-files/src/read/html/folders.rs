//! The folders that the reader is in.

use crate::error::{FileLimit, LimitUnit};
use crate::read::capped::Capped;
use crate::read::html::attributes::{Attribute, Attributes};

/// The folders around the current place of the file.
#[derive(Debug)]
pub(crate) struct Folders {
    depth: usize,
    /// The open `<DL>` tags, with the name of the folder. The outermost list and the browser's containers
    /// have no name.
    open: Vec<Option<Capped>>,
    /// The folder whose `<H3>` has been read and whose `<DL>` has not.
    next: Option<Capped>,
}

impl Folders {
    pub(crate) fn new(depth: usize) -> Self {
        Self { depth, open: Vec::new(), next: None }
    }

    /// Reads the `<H3>` of a folder.
    ///
    /// The browser's containers are known by their attributes and not by their names, which are translated
    /// and could be a user's.
    pub(crate) fn start_name(&mut self, attributes: &Attributes) {
        let container = attributes.is_set(Attribute::PersonalToolbarFolder)
            || attributes.is_set(Attribute::UnfiledBookmarksFolder);
        self.next = (!container).then(Capped::default);
    }

    /// Reads a part of the name in the `<H3>`.
    pub(crate) fn name(&mut self, text: &Capped, text_bytes: usize) {
        if let Some(name) = &mut self.next {
            name.append(text, text_bytes);
        }
    }

    /// Reads the `<DL>` of a folder.
    pub(crate) fn enter(&mut self) -> Result<(), FileLimit> {
        if self.open.len() == self.depth {
            return Err(FileLimit::new(LimitUnit::Depth, self.depth));
        }
        self.open.push(self.next.take());
        Ok(())
    }

    /// Reads the `</DL>` of a folder. One too many is ignored.
    pub(crate) fn leave(&mut self) {
        self.next = None;
        self.open.pop();
    }

    /// The names of the folders, from the outermost.
    pub(crate) fn names(&self) -> impl DoubleEndedIterator<Item = &Capped> {
        self.open.iter().flatten()
    }
}
