//! The folders of JSON files, which name their parents by id.

use std::collections::HashMap;

use crate::error::{FileLimit, LimitUnit};
use crate::limits::Limits;
use crate::read::capped::Capped;

/// Bytes that a folder takes besides its name and ids.
const FOLDER_BYTES: usize = 64;

/// The folders of a file.
#[derive(Debug)]
pub(crate) struct FolderTree {
    depth: usize,
    limit: usize,
    bytes: usize,
    folders: HashMap<Vec<u8>, Folder>,
}

/// A folder.
#[derive(Debug, Default, Clone)]
pub(crate) struct Folder {
    pub(crate) id: Vec<u8>,
    pub(crate) name: Capped,
    pub(crate) parent: Option<Vec<u8>>,
}

impl FolderTree {
    pub(crate) fn new(limits: Limits) -> Self {
        Self { depth: limits.depth, limit: limits.folder_bytes, bytes: 0, folders: HashMap::new() }
    }

    /// Counts bytes that are held for the folders.
    pub(crate) fn hold(&mut self, bytes: usize) -> Result<(), FileLimit> {
        self.bytes = self.bytes.saturating_add(bytes);
        if self.bytes > self.limit {
            return Err(FileLimit::new(LimitUnit::FolderBytes, self.limit));
        }
        Ok(())
    }

    pub(crate) fn add(&mut self, folder: Folder) -> Result<(), FileLimit> {
        let parent = folder.parent.as_ref().map_or(0, Vec::len);
        self.hold(FOLDER_BYTES + folder.id.len() + folder.name.kept().len() + parent)?;
        self.folders.insert(folder.id.clone(), folder);
        Ok(())
    }

    /// Returns the names from the outermost folder to the one with this id.
    ///
    /// Folders that are inside themselves are too deep. A parent that is not in the file ends the path.
    pub(crate) fn names(&self, id: &[u8]) -> Result<Vec<&Capped>, FileLimit> {
        let mut names = Vec::new();
        let mut next = self.folders.get(id);
        while let Some(folder) = next {
            if names.len() == self.depth {
                return Err(FileLimit::new(LimitUnit::Depth, self.depth));
            }
            names.push(&folder.name);
            next = folder.parent.as_ref().and_then(|parent| self.folders.get(parent));
        }
        names.reverse();
        Ok(names)
    }
}
