//! The documents of one wanted term, or of the terms with a beginning, in one run: as far as they were read.

use std::collections::BTreeMap;

use roaring::RoaringBitmap;

use crate::block::Block;
use crate::error::Malformed;
use crate::fence::{Chunk, Fence};
use crate::numbers::DocumentNumber;
use crate::posting::{Occurrence, Places};
use crate::term::Term;

/// A term, or the beginning of terms.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Leaf {
    Term(Term),
    Beginning(Term),
}

/// The parts of a term's list that were read.
#[derive(Debug, Clone, Default)]
pub(super) struct TermParts {
    /// The parts by their first document: the document after the part, and the documents in it.
    parts: BTreeMap<u32, (u32, Vec<Occurrence>)>,
    /// The last known chunk of the term that begins at a document. Runs of a set have the same chunks, so asking for the chunk itself
    /// instead of the document reads the next part for all of them at once.
    chunks: BTreeMap<u32, Chunk>,
}

/// The known documents of a leaf.
#[derive(Debug, Clone)]
pub(super) enum Known {
    /// The parts of a term's list.
    Term(TermParts),
    /// The documents with a term that begins like this.
    Beginning(BeginningDocuments),
}

/// The documents with a term that has the wanted beginning. Short beginnings have most of a run's documents.
#[derive(Debug, Clone)]
pub(super) struct BeginningDocuments {
    all: RoaringBitmap,
    /// The documents with such a term in their title.
    in_title: RoaringBitmap,
    /// The fence from which on blocks were not read. `None`: all were read.
    next: Option<Fence>,
}

impl Known {
    /// Returns false if there may be more documents with the beginning.
    pub(super) fn has_all_of_beginning(&self) -> bool {
        !matches!(self, Self::Beginning(BeginningDocuments { next: Some(_), .. }))
    }

    /// Returns the places of the term in a document. The beginning of words has none.
    pub(super) fn places(&self, document: DocumentNumber) -> Places {
        let Self::Term(TermParts { parts, .. }) = self else { return Places::default() };
        let part = parts.range(..=document.0).next_back().map(|(_, (_, list))| list.as_slice());
        let list = part.unwrap_or_default();
        let found = list.binary_search_by_key(&document, |known| known.posting.document);
        found.ok().and_then(|at| list.get(at)).map(|known| known.places).unwrap_or_default()
    }
}

/// A block that must be read before the search can go on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Missing {
    /// The fence that is in the block.
    pub(super) fence: Fence,
    /// The document before which the leaf has no other documents.
    pub(super) reached: DocumentNumber,
}

impl Leaf {
    /// Returns the state before anything is read.
    pub(super) fn unknown(&self) -> Known {
        match self {
            Self::Term(_) => Known::Term(TermParts::default()),
            Self::Beginning(beginning) => {
                let first = Fence { term: beginning.clone(), chunk: Chunk::default() };
                let (all, in_title) = (RoaringBitmap::new(), RoaringBitmap::new());
                Known::Beginning(BeginningDocuments { all, in_title, next: Some(first) })
            }
        }
    }

    /// Notes the documents that a block of a run has. The run has this number of documents.
    pub(super) fn note(&self, known: &mut Known, block: &Block<'_>, documents: u32) -> Result<(), Malformed> {
        match (self, known) {
            (Self::Term(term), Known::Term(TermParts { parts, chunks })) => {
                if let Some(next) = block.next().filter(|next| next.term == *term) {
                    let chunk = chunks.entry(next.chunk.first_document(documents).0).or_default();
                    *chunk = next.chunk.max(*chunk);
                }
                if let Some((begin, end)) = part(term, block, documents) {
                    let list = block.find(term)?.into_iter().flat_map(|list| list.occurrences());
                    parts.insert(begin, (end, list.collect()));
                }
            }
            (Self::Beginning(beginning), Known::Beginning(BeginningDocuments { all, in_title, next }))
                if next.as_ref().is_some_and(|next| block.reaches(next)) =>
            {
                for entry in block.with_prefix(beginning.as_bytes()) {
                    for posting in entry?.list.postings() {
                        all.insert(posting.document.0);
                        if posting.in_title {
                            in_title.insert(posting.document.0);
                        }
                    }
                }
                let goes_on = block.may_continue_prefix(beginning.as_bytes());
                *next = block.next().filter(|_| goes_on).cloned();
            }
            // The block has nothing of the next words. The state has the form of its leaf.
            _ => {}
        }
        Ok(())
    }

    /// Returns the first document from one on. With `in_title`, the title must have the term.
    pub(super) fn next(
        &self,
        known: &Known,
        from: DocumentNumber,
        documents: u32,
        in_title: bool,
    ) -> Result<Option<DocumentNumber>, Missing> {
        match known {
            Known::Term(known) => self.next_of_term(known, from.0, documents, in_title),
            Known::Beginning(BeginningDocuments { next: Some(next), .. }) => {
                Err(Missing { fence: next.clone(), reached: from })
            }
            Known::Beginning(found) => {
                let documents = if in_title { &found.in_title } else { &found.all };
                Ok(documents.range(from.0..).next().map(DocumentNumber))
            }
        }
    }

    fn next_of_term(
        &self,
        TermParts { parts, chunks }: &TermParts,
        mut from: u32,
        documents: u32,
        in_title: bool,
    ) -> Result<Option<DocumentNumber>, Missing> {
        let (Self::Term(term) | Self::Beginning(term)) = self;
        while from < documents {
            let part = parts.range(..=from).next_back().map(|(_, part)| part).filter(|(end, _)| from < *end);
            let Some((end, list)) = part else {
                let reached = DocumentNumber(from);
                let chunk = chunks.get(&from).copied().unwrap_or_else(|| Chunk::of(reached, documents));
                let fence = Fence { term: term.clone(), chunk };
                return Err(Missing { fence, reached });
            };
            let first = list.partition_point(|known| known.posting.document.0 < from);
            let mut rest = list.get(first..).unwrap_or_default().iter().map(|known| known.posting);
            if let Some(posting) = rest.find(|posting| posting.in_title || !in_title) {
                return Ok(Some(posting.document));
            }
            from = *end;
        }
        Ok(None)
    }
}

/// Returns the documents that a block can have under a term: from the first up to but not including the second. `None` if it can't
/// have any: it does not reach the term, ends before it, or is at a fence that has no documents of its own in such a small run.
fn part(term: &Term, block: &Block<'_>, documents: u32) -> Option<(u32, u32)> {
    let begin = match block.fence() {
        fence if fence.term == *term => fence.chunk.first_document(documents).0,
        fence if fence.term < *term => 0,
        _ => return None,
    };
    let end = match block.next() {
        Some(next) if next.term == *term => next.chunk.first_document(documents).0,
        Some(next) if next.term < *term => return None,
        _ => documents,
    };
    (begin < end).then_some((begin, end))
}
