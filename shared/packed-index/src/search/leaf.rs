//! The documents of one wanted term, or of the terms with a beginning, in one run: as far as they were read.

use std::collections::BTreeMap;

use crate::block::Block;
use crate::error::Malformed;
use crate::fence::{Chunk, Fence};
use crate::numbers::DocumentNumber;
use crate::term::Term;

/// A term, or the beginning of terms.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Leaf {
    Term(Term),
    Beginning(Term),
}

/// The parts of a term's list by their first document: the document after the part, and the documents in it, each with whether the
/// title has the term.
pub(super) type Parts = BTreeMap<u32, (u32, Vec<(u32, bool)>)>;

/// What was read of a leaf's documents.
#[derive(Debug, Clone)]
pub(super) enum Known {
    /// The parts of a term's list.
    Term(Parts),
    /// The documents with a term that begins like this, and the fence from which on blocks were not read. `None`: all were read.
    Beginning(BTreeMap<u32, bool>, Option<Fence>),
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
    /// Returns what is known before anything is read.
    pub(super) fn unknown(&self) -> Known {
        match self {
            Self::Term(_) => Known::Term(BTreeMap::new()),
            Self::Beginning(beginning) => {
                let first = Fence { term: beginning.clone(), chunk: Chunk::default() };
                Known::Beginning(BTreeMap::new(), Some(first))
            }
        }
    }

    /// Notes what a block of a run of this number of documents has.
    pub(super) fn note(&self, known: &mut Known, block: &Block<'_>, documents: u32) -> Result<(), Malformed> {
        match (self, known) {
            (Self::Term(term), Known::Term(parts)) => {
                if let Some((begin, end)) = part(term, block, documents) {
                    let list = block.find(term)?.into_iter().flat_map(|list| list.postings());
                    let list = list.map(|posting| (posting.document.0, posting.in_title)).collect();
                    parts.insert(begin, (end, list));
                }
            }
            (Self::Beginning(beginning), Known::Beginning(found, next)) => {
                let is_next = next.as_ref().is_some_and(|next| {
                    block.fence() <= next && block.next().is_none_or(|after| after > next)
                });
                if is_next {
                    for entry in block.with_prefix(beginning.as_bytes()) {
                        for posting in entry?.list.postings() {
                            *found.entry(posting.document.0).or_default() |= posting.in_title;
                        }
                    }
                    let goes_on = block.may_continue_prefix(beginning.as_bytes());
                    *next = block.next().filter(|_| goes_on).cloned();
                }
            }
            // What is known has the form of its leaf.
            _ => {}
        }
        Ok(())
    }

    /// Returns the block to read next if the documents are not known before all blocks are read.
    pub(super) fn next_block(known: &Known) -> Option<&Fence> {
        match known {
            Known::Term(_) => None,
            Known::Beginning(_, next) => next.as_ref(),
        }
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
            Known::Term(parts) => self.next_of_term(parts, from.0, documents, in_title),
            Known::Beginning(_, Some(next)) => Err(Missing { fence: next.clone(), reached: from }),
            Known::Beginning(found, None) => {
                let hit = found.range(from.0..).find(|(_, is_in_title)| **is_in_title || !in_title);
                Ok(hit.map(|(document, _)| DocumentNumber(*document)))
            }
        }
    }

    fn next_of_term(
        &self,
        parts: &Parts,
        mut from: u32,
        documents: u32,
        in_title: bool,
    ) -> Result<Option<DocumentNumber>, Missing> {
        let (Self::Term(term) | Self::Beginning(term)) = self;
        while from < documents {
            let part = parts.range(..=from).next_back().map(|(_, part)| part).filter(|(end, _)| from < *end);
            let Some((end, list)) = part else {
                let reached = DocumentNumber(from);
                let fence = Fence { term: term.clone(), chunk: Chunk::of(reached, documents) };
                return Err(Missing { fence, reached });
            };
            let first = list.partition_point(|(document, _)| *document < from);
            let rest = list.get(first..).unwrap_or_default();
            if let Some((document, _)) = rest.iter().find(|(_, is_in_title)| *is_in_title || !in_title) {
                return Ok(Some(DocumentNumber(*document)));
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
