//! Writes a block.

use super::{BlockError, FORM};
use crate::fence::Fence;
use crate::posting::{Occurrence, put_list};
use crate::term::Term;

/// Writes one block. Terms must be pushed in ascending order.
///
/// The form is a byte for the form, the next fence (0, or 1 and the fence), and the entries: each a front-coded term and its list.
/// The first term and the next fence are coded after the term of the block's own fence, which readers know from its key.
#[derive(Debug, Clone)]
pub struct BlockWriter {
    fence: Fence,
    last: Option<Term>,
    entries: Vec<u8>,
}

impl BlockWriter {
    /// Begins the block at this fence.
    #[must_use]
    pub fn new(fence: Fence) -> Self {
        Self { fence, last: None, entries: Vec::new() }
    }

    /// Adds a term with the documents that this block contains.
    ///
    /// # Errors
    /// [`BlockError`] if the term is not after the one before it, or the documents are not in ascending order.
    pub fn push(&mut self, term: &Term, list: &[Occurrence]) -> Result<(), BlockError> {
        let is_after = match &self.last {
            None => *term >= self.fence.term,
            Some(previous) => term > previous,
        };
        if !is_after {
            return Err(BlockError::Term(term.clone()));
        }
        let ascending = list.is_sorted_by(|one, other| one.posting.document < other.posting.document);
        // The number after the last document must exist too, because readers compute it.
        let small = list.last().is_some_and(|oldest| oldest.posting.document.0 < u32::MAX - 8);
        if !(ascending && small) {
            return Err(BlockError::Documents(term.clone()));
        }
        term.put_after(self.last.as_ref().unwrap_or(&self.fence.term), &mut self.entries);
        put_list(list, &mut self.entries);
        self.last = Some(term.clone());
        Ok(())
    }

    /// Returns the bytes of the block so far, without the next fence.
    #[must_use]
    pub fn len(&self) -> usize {
        2 + self.entries.len()
    }

    /// Returns true if the block has no terms.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.last.is_none()
    }

    /// Returns the fence of the block.
    #[must_use]
    pub fn fence(&self) -> &Fence {
        &self.fence
    }

    /// Ends the block before the next fence. `None` makes it the last block of its run.
    ///
    /// # Errors
    /// [`BlockError::Term`] if the next fence is not after the fence of the block and its terms.
    pub fn finish(self, next: Option<&Fence>) -> Result<Vec<u8>, BlockError> {
        let mut bytes = vec![FORM, u8::from(next.is_some())];
        if let Some(next) = next {
            // A term that goes on in the next block is the term of both fences.
            if *next <= self.fence || self.last.is_some_and(|last| last > next.term) {
                return Err(BlockError::Term(next.term.clone()));
            }
            next.put_after(&self.fence.term, &mut bytes);
        }
        bytes.extend(self.entries);
        Ok(bytes)
    }

    /// Returns a writer with another term, if the block then has at most `limit` bytes.
    pub(super) fn with(
        &self,
        term: &Term,
        list: &[Occurrence],
        limit: usize,
    ) -> Result<Option<Self>, BlockError> {
        let mut longer = self.clone();
        longer.push(term, list)?;
        Ok((longer.len() <= limit).then_some(longer))
    }
}
