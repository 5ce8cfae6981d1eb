//! The rows of a file.

use std::fmt;
use std::sync::Arc;

use crate::entry::data::Entry;

/// One entry of a file, readable or not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The place of the entry in its file.
    pub position: Position,
    /// The entry, or the reason why it is not one.
    pub outcome: Outcome,
}

/// A place in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position {
    /// The name of the file inside the ZIP, with its folders.
    pub file: Option<Arc<str>>,
    /// The line on which the entry starts. The first line is 1, and each line feed (U+000A) starts the next.
    pub line: u64,
}

/// Names the line, and the file inside a ZIP.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(file) = &self.file {
            write!(f, "{file}, ")?;
        }
        write!(f, "line {}", self.line)
    }
}

/// The outcome of reading a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// The entry.
    Entry(Box<Entry>),
    /// The reason why the row is not an entry that can be imported.
    Invalid(Reason),
}

/// The reason why a row is not an entry.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Reason {
    /// The row has neither an address nor a text. Services export files that a user uploaded like this.
    #[error("the entry has neither an address nor a text, so there is nothing to save")]
    Empty,
    /// The CSV row has more texts than the header has columns, and not exactly one web address, so its cells
    /// can't be assigned to columns.
    #[error("the row has {found} cells and the header has {expected}; put quotes around cells with commas")]
    CellCount {
        /// The number of cells of the header.
        expected: usize,
        /// The number of cells of the row.
        found: u64,
    },
    /// The file ends inside a quoted CSV cell of more than 65,536 bytes. It is cut off, or a quote is
    /// missing.
    #[error("the file ends inside a quoted cell; export it again, or add the missing quote")]
    UnclosedQuote,
    /// The JSON value is not an object.
    #[error("the entry is not a JSON object")]
    NotObject,
}
