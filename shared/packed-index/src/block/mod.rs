//! Blocks: the terms of a run between two fences, with their documents.

mod read;
mod split;
mod write;

pub use read::{Block, Entries, Entry};
pub(crate) use split::fill;
pub use split::{BlockSizes, Filled};
pub use write::BlockWriter;

use crate::posting::Occurrence;
use crate::term::Term;

/// The first byte of a block, which names its form.
const FORM: u8 = 1;

/// A term and its documents in ascending order of their numbers: all of them, or those between two fences.
pub(crate) type TermList = (Term, Vec<Occurrence>);

/// The error for a block that can't be written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BlockError {
    /// A term is not after the one before it, or is outside the fences of the block.
    #[error("the term {0:?} is not after the one before it, or is outside the block's fences")]
    Term(Term),
    /// A term has no documents, or documents that are not in ascending order.
    #[error("the documents of the term {0:?} are not in ascending order, or there are none")]
    Documents(Term),
}
