//! The errors of the writers.

use std::io;

/// An error of a writer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The entry has no address, and the format can't have such entries. Nothing of the entry is written.
    #[error("the entry has no url, which the format requires; write it with CsvWriter")]
    NoUrl,
    /// Writing to the destination failed. A part of the entry may be written.
    #[error("the file can't be written")]
    Io(#[from] io::Error),
}
