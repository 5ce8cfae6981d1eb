//! One step of a merge: its result, its errors, and what it works with.

use super::item::{Put, SetPlace};
use super::limits::IndexLimits;
use super::reader::{ReadError, Reader};
use super::state::IndexState;
use crate::block::BlockError;
use crate::document::DocumentsError;
use crate::fence::NotAfterLast;
use crate::merge::{JoinError, MergeError};
use crate::numbers::FavoriteId;

/// The result of a step. First put all items, in any order, and then replace the state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The puts. One that is refused is [done](Put::is_done_by), or else the state that the step began with is not the current one.
    pub puts: Vec<Put>,
    /// The state after the step.
    pub after: IndexState,
}

/// The error of a step. Nothing was written. If the state that the step began with is still the current one, the index is damaged.
#[derive(Debug, thiserror::Error)]
pub enum WorkError<E: std::error::Error + 'static> {
    /// An item can't be read.
    #[error(transparent)]
    Read(#[from] ReadError<E>),
    /// The state names a set that it doesn't have, or one without fences.
    #[error("the state names {0}, and doesn't have it or its fences")]
    Set(SetPlace),
    /// A text slot has changed between two reads.
    #[error("the text slots have a document of the favorite {:032x} and no entry", .0.0)]
    Entry(FavoriteId),
    /// The documents can't be joined.
    #[error("the documents can't be joined")]
    Join(#[from] JoinError),
    /// The blocks can't be merged.
    #[error("the blocks can't be merged")]
    Merge(#[from] MergeError),
    /// The new documents can't be written.
    #[error("the new documents can't be written")]
    Documents(#[from] DocumentsError),
    /// A new block can't be written.
    #[error("a new block can't be written")]
    Block(#[from] BlockError),
    /// The fences of the merged runs are not in order.
    #[error("the new fences are not in order")]
    Fences(#[from] NotAfterLast),
}

/// A step under way.
pub(super) struct Work<'a, I> {
    pub(super) state: &'a IndexState,
    pub(super) reader: Reader<'a, I>,
    pub(super) limits: &'a IndexLimits,
    pub(super) puts: Vec<Put>,
}
