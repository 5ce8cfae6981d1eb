//! The error of a compaction.

use crate::document::DocumentsError;
use crate::error::Malformed;
use crate::index::{ItemKey, ReadError};

/// The error of a compaction. The state did not change. If it is still the current one, the index is damaged.
#[derive(Debug, thiserror::Error)]
pub enum CompactionError<E: std::error::Error + 'static> {
    /// An item can't be read or put.
    #[error(transparent)]
    Read(#[from] ReadError<E>),
    /// Sources contradict each other or themselves.
    #[error("{what} of the merged runs can't be merged")]
    Malformed {
        /// The part that can't be merged.
        what: &'static str,
        /// The reason.
        source: Malformed,
    },
    /// The new documents can't be written.
    #[error("the new documents can't be written")]
    Documents(#[from] DocumentsError),
}

/// Returns the error for an item that has something in it that contradicts the state.
pub(super) fn malformed<E: std::error::Error>(key: ItemKey, source: Malformed) -> CompactionError<E> {
    CompactionError::Read(ReadError::Malformed { key, source })
}
