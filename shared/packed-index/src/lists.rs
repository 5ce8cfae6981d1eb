//! The lists of a run before they are divided into blocks.

use std::collections::BTreeMap;

use crate::block::{BlockError, BlockSizes, BlockWriter, Filled, TermList, fill};
use crate::fence::{Fence, Place};
use crate::posting::Occurrence;
use crate::term::Term;

/// The terms of a run, or of a part of it, with their documents.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Lists(BTreeMap<Term, Vec<Occurrence>>);

impl Lists {
    /// Adds a document to the list of a term. Documents may be added in any order, but each only once.
    pub fn add(&mut self, term: Term, occurrence: Occurrence) {
        self.0.entry(term).or_default().push(occurrence);
    }

    /// Returns the block at `fence` of a run of this number of documents: what the lists contain before the next fence.
    ///
    /// # Errors
    /// [`BlockError::Documents`] if a document was added twice to a term.
    pub fn block(&self, fence: &Fence, next: Option<&Fence>, documents: u32) -> Result<Vec<u8>, BlockError> {
        let mut block = BlockWriter::new(fence.clone());
        for (term, list) in self.between(fence.place(documents), next.map(|next| next.place(documents))) {
            block.push(&term, &list)?;
        }
        block.finish(next)
    }

    /// Fills the block at `fence` of a run of this number of documents, whose end isn't chosen yet.
    ///
    /// # Errors
    /// [`BlockError::Documents`] if a document was added twice to a term.
    pub fn fill(&self, fence: &Fence, documents: u32, sizes: BlockSizes) -> Result<Filled, BlockError> {
        self.fill_before(fence, None, documents, sizes)
    }

    /// Fills a block with what the lists contain before a place.
    pub(crate) fn fill_before(
        &self,
        fence: &Fence,
        end: Option<Place<'_>>,
        documents: u32,
        sizes: BlockSizes,
    ) -> Result<Filled, BlockError> {
        fill(fence.clone(), self.between(fence.place(documents), end), documents, sizes)
    }

    /// Returns the lists from one place to another, with their documents in order.
    fn between<'a>(
        &'a self,
        begin: Place<'a>,
        end: Option<Place<'a>>,
    ) -> impl Iterator<Item = TermList> + 'a {
        let is_inside = move |term: &Term, occurrence: &Occurrence| {
            let place = Place { term, document: occurrence.posting.document };
            begin <= place && end.is_none_or(|end| place < end)
        };
        let is_before = move |term: &Term| end.is_none_or(|end| term <= end.term);
        let lists = self.0.range::<Term, _>(begin.term..).take_while(move |(term, _)| is_before(term));
        lists.filter_map(move |(term, list)| {
            let mut list: Vec<_> = list.iter().filter(|one| is_inside(term, one)).copied().collect();
            list.sort_unstable_by_key(|occurrence| occurrence.posting.document);
            (!list.is_empty()).then(|| (term.clone(), list))
        })
    }
}
