//! Chooses fences: the first run of a set fills each block up to a size.

use std::borrow::Borrow;

use super::{BlockError, BlockWriter, TermList};
use crate::fence::{Chunk, Fence};
use crate::posting::Occurrence;
use crate::term::Term;

/// The sizes at which the first run of a set ends blocks and chunks, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BlockSizes {
    /// The largest size of a block.
    pub block: usize,
    /// The largest size of a chunk: of the part of a term's list that a block contains by itself. A longer list gets a fence of its
    /// own and is divided.
    pub chunk: usize,
}

impl BlockSizes {
    /// The sizes for items in `DynamoDB`. With its key, a block takes less than 2 KB, which is two write units, and eight blocks are
    /// read together as less than 16 KB, which are two units of an eventually consistent read. There is some room for the blocks of
    /// later runs, which vary in size.
    pub const STORED: Self = Self { block: 1_800, chunk: 1_500 };

    /// Returns true if a run of a set has outgrown the set's fences: its blocks, on average, have twice the size for which the fences
    /// were chosen. The next run then begins a new set, and chooses its fences.
    #[must_use]
    pub fn are_outgrown(self, blocks: usize, bytes: usize) -> bool {
        bytes > blocks.saturating_mul(2 * self.block)
    }
}

impl Default for BlockSizes {
    fn default() -> Self {
        Self::STORED
    }
}

/// The result of filling a block.
#[derive(Debug, Clone)]
pub enum Filled {
    /// The block is full, and the next one begins at this fence.
    Full(Vec<u8>, Fence),
    /// All lists fit into the block. It is the last one if no more lists follow them; otherwise fill it again with more lists.
    HasRoom(BlockWriter),
}

/// Fills the block at a fence with lists in ascending order of their terms. All of them are at or after the fence. `documents` is
/// the number of documents of the run.
///
/// # Errors
/// [`BlockError`] if the lists are not in order.
pub(crate) fn fill(
    fence: Fence,
    lists: impl IntoIterator<Item = impl Borrow<TermList>>,
    documents: u32,
    sizes: BlockSizes,
) -> Result<Filled, BlockError> {
    let mut block = BlockWriter::new(fence);
    for list in lists {
        let (term, list) = list.borrow();
        if let Some(longer) = block.with(term, list, sizes.block)? {
            block = longer;
            continue;
        }
        let next = if block.is_empty() {
            let next = divide(&block, term, list, documents, sizes.chunk)?;
            let end = next.as_ref().map(|next| next.chunk.first_document(documents));
            let end = end.map_or(list.len(), |end| list.partition_point(|one| one.posting.document < end));
            if end > 0 {
                block.push(term, &list[..end])?;
            }
            // The last documents can't be divided further. The block is too large, and ends after them.
            let Some(next) = next else { continue };
            next
        } else {
            Fence { term: term.clone(), chunk: Chunk::default() }
        };
        return Ok(Filled::Full(block.finish(Some(&next))?, next));
    }
    Ok(Filled::HasRoom(block))
}

/// Returns the fence at which the first chunk of a list ends. It is the last one with a chunk of at most `limit` bytes, or the
/// lowest one if even that chunk is larger. `None` means that the list can't be divided further.
fn divide(
    block: &BlockWriter,
    term: &Term,
    list: &[Occurrence],
    documents: u32,
    limit: usize,
) -> Result<Option<Fence>, BlockError> {
    let fence = block.fence();
    let lowest = if fence.term == *term { fence.chunk.0.checked_add(1) } else { Some(1) };
    let Some(lowest) = lowest else { return Ok(None) };
    let (mut fits, mut too_long) = (0, list.len());
    while fits + 1 < too_long {
        let middle = usize::midpoint(fits, too_long);
        if block.with(term, &list[..middle], limit)?.is_some() {
            fits = middle;
        } else {
            too_long = middle;
        }
    }
    let next = list.get(fits.max(1)).map(|occurrence| Chunk::of(occurrence.posting.document, documents));
    Ok(next.map(|next| Fence { term: term.clone(), chunk: next.max(Chunk(lowest)) }))
}

#[cfg(test)]
#[path = "split_tests.rs"]
mod tests;
