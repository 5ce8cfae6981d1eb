//! The second step of a merge: the block of the new run at one fence.

use std::ops::Range;

use super::map::MergeMap;
use super::renumbering::Renumbering;
use crate::block::{Block, BlockError, BlockSizes, Filled};
use crate::error::Malformed;
use crate::fence::{Fence, Fences, Place};
use crate::lists::Lists;
use crate::numbers::DocumentNumber;
use crate::posting::{Occurrence, Posting};

/// The error for a block that can't be merged.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MergeError {
    /// A block is damaged.
    #[error("a block of the merged run {run} can't be read")]
    Malformed {
        /// The number of the run, from the oldest on.
        run: usize,
        /// The reason.
        source: Malformed,
    },
    /// Blocks of a run are missing.
    #[error(
        "blocks of the merged run {run} are missing: they must follow each other, from the first needed one to the last"
    )]
    Missing {
        /// The number of the run, from the oldest on.
        run: usize,
    },
    /// A block names a document that its run doesn't have.
    #[error("a block of the merged run {run} names document {}, and there are {documents}", .document.0)]
    Document {
        /// The number of the run, from the oldest on.
        run: usize,
        /// The document.
        document: DocumentNumber,
        /// The number of the run's documents.
        documents: u32,
    },
    /// The new block can't be written.
    #[error(transparent)]
    Block(#[from] BlockError),
}

/// The next block of the first run of a set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FirstRunBlock {
    /// The block, and the fence of the next one.
    Block(Vec<u8>, Fence),
    /// The last block.
    Last(Vec<u8>),
    /// The given blocks don't fill a block: repeat the step with one more block of each run.
    NeedsMore,
}

/// A merge whose documents are joined. Each step needs this, the blocks of the merged runs around a fence, and nothing of the steps
/// before it.
///
/// The blocks of a step are those of each run, from the oldest run to the newest. The blocks of a run follow each other.
#[derive(Debug, Clone)]
pub struct Merge {
    renumbering: Renumbering,
    runs: usize,
}

impl Merge {
    /// Prepares a merge of this number of runs by their map.
    #[must_use]
    pub fn new(map: &MergeMap, runs: usize) -> Self {
        Self { renumbering: Renumbering::new(map), runs }
    }

    /// Returns the number of documents of the new run.
    #[must_use]
    pub fn documents(&self) -> u32 {
        self.renumbering.documents()
    }

    /// Returns the indices of the blocks that the block from one fence to the next needs, in any of the merged runs. `fences` are
    /// the fences of their set.
    #[must_use]
    pub fn needed(&self, fences: &Fences, fence: &Fence, next: Option<&Fence>) -> Range<usize> {
        let index =
            |run, place| fences.last_before(self.place_in(run, place), self.renumbering.documents_of(run));
        let place = fence.place(self.documents());
        let begin = (0..self.runs).map(|run| index(run, place)).min().unwrap_or_default();
        let end = next.map(|next| next.place(self.documents()));
        let end = end.and_then(|end| (0..self.runs).map(|run| index(run, end) + 1).max());
        begin..end.unwrap_or(fences.as_slice().len())
    }

    /// Returns the block of the new run from one fence to the next. The same input always gives the same bytes.
    ///
    /// # Errors
    /// [`MergeError`] if needed blocks are missing or damaged.
    pub fn block(
        &self,
        runs: &[Vec<Block<'_>>],
        fence: &Fence,
        next: Option<&Fence>,
    ) -> Result<Vec<u8>, MergeError> {
        self.check_begin(runs, fence)?;
        let end = next.map(|next| next.place(self.documents()));
        if let Some(run) = (0..self.runs).find(|run| !self.reaches(runs, *run, end)) {
            return Err(MergeError::Missing { run });
        }
        let place = fence.place(self.documents());
        Ok(self.lists(runs, place, end)?.block(fence, next, self.documents())?)
    }

    /// Returns the block at a fence of the first run of a set, and chooses the next fence.
    ///
    /// To repeat a step exactly, begin with the [needed](Self::needed) block for the fence, and add one block of each run at a time.
    ///
    /// # Errors
    /// [`MergeError`] if needed blocks are missing or damaged.
    pub fn first_run_block(
        &self,
        runs: &[Vec<Block<'_>>],
        fence: &Fence,
        sizes: BlockSizes,
    ) -> Result<FirstRunBlock, MergeError> {
        self.check_begin(runs, fence)?;
        let end = runs.iter().enumerate().filter_map(|(run, blocks)| self.known_until(run, blocks)).min();
        let lists = self.lists(runs, fence.place(self.documents()), end)?;
        match lists.fill_before(fence, end, self.documents(), sizes)? {
            Filled::Full(bytes, next) if end.is_none_or(|end| next.place(self.documents()) <= end) => {
                Ok(FirstRunBlock::Block(bytes, next))
            }
            Filled::HasRoom(block) if end.is_none() => Ok(FirstRunBlock::Last(block.finish(None)?)),
            Filled::Full(..) | Filled::HasRoom(_) => Ok(FirstRunBlock::NeedsMore),
        }
    }

    /// Returns the place in a merged run that corresponds to a place in the new one.
    fn place_in<'a>(&self, run: usize, place: Place<'a>) -> Place<'a> {
        Place { document: self.renumbering.first_from(run, place.document), ..place }
    }

    /// Checks that each run has a first block at or before the fence, and that its blocks follow each other.
    fn check_begin(&self, runs: &[Vec<Block<'_>>], fence: &Fence) -> Result<(), MergeError> {
        let place = fence.place(self.documents());
        for run in 0..self.runs.max(runs.len()) {
            let blocks = runs.get(run).map_or(&[][..], Vec::as_slice);
            let documents = self.renumbering.documents_of(run);
            let begins = blocks
                .first()
                .is_some_and(|first| first.fence().place(documents) <= self.place_in(run, place));
            let follow = blocks.windows(2).all(|pair| pair[0].next() == Some(pair[1].fence()));
            if !(begins && follow) {
                return Err(MergeError::Missing { run });
            }
        }
        Ok(())
    }

    /// Returns true if the blocks of a run reach a place of the new run.
    fn reaches(&self, runs: &[Vec<Block<'_>>], run: usize, end: Option<Place<'_>>) -> bool {
        let next = runs.get(run).and_then(|blocks| blocks.last()?.next());
        next.is_none_or(|next| {
            end.is_some_and(|end| next.place(self.renumbering.documents_of(run)) >= self.place_in(run, end))
        })
    }

    /// Returns the place of the new run before which these blocks contain everything of their run.
    fn known_until<'a>(&self, run: usize, blocks: &'a [Block<'_>]) -> Option<Place<'a>> {
        let place = blocks.last()?.next()?.place(self.renumbering.documents_of(run));
        let document = DocumentNumber(self.renumbering.before(run, place.document));
        Some(Place { document, ..place })
    }

    /// Collects the lists from one place to another, with the new numbers. It also takes some of what follows.
    fn lists(
        &self,
        runs: &[Vec<Block<'_>>],
        begin: Place<'_>,
        end: Option<Place<'_>>,
    ) -> Result<Lists, MergeError> {
        let mut lists = Lists::default();
        for (run, blocks) in runs.iter().enumerate() {
            let documents = self.renumbering.documents_of(run);
            for entry in blocks.iter().flat_map(Block::entries) {
                let entry = entry.map_err(|source| MergeError::Malformed { run, source })?;
                if entry.term < *begin.term || end.is_some_and(|end| entry.term > *end.term) {
                    continue;
                }
                for Occurrence { posting, places } in entry.list.occurrences() {
                    let document = posting.document;
                    if document.0 >= documents {
                        return Err(MergeError::Document { run, document, documents });
                    }
                    if let Some(document) = self.renumbering.renumber(run, document) {
                        let posting = Posting { document, ..posting };
                        lists.add(entry.term.clone(), Occurrence { posting, places });
                    }
                }
            }
        }
        Ok(lists)
    }
}

#[cfg(test)]
#[path = "step_tests.rs"]
mod tests;
