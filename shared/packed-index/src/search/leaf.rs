//! The documents of one wanted term, or of the terms with a beginning, in one run: as far as they were read.

use std::collections::BTreeMap;
use std::ops::Range;

use roaring::RoaringBitmap;

use crate::block::Block;
use crate::directory::{BlockStart, Directory, Unread};
use crate::error::Malformed;
use crate::index::Run;
use crate::numbers::DocumentNumber;
use crate::posting::{Occurrence, Places};
use crate::term::Term;

/// A term, or the beginning of terms.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Leaf {
    Term(Term),
    Beginning(Term),
}

/// The parts of a term's list that were read, by their first document: the document after the part, and the
/// documents in it.
type TermParts = BTreeMap<u32, (u32, Vec<Occurrence>)>;

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
    next: NextBlock,
}

/// The next block with terms that have a beginning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum NextBlock {
    /// The directory knows the first one.
    First,
    Block(u32),
    /// All were read.
    None,
}

impl Known {
    /// Returns false if there may be more documents with the beginning.
    pub(super) fn has_all_of_beginning(&self) -> bool {
        !matches!(
            self,
            Self::Beginning(BeginningDocuments { next: NextBlock::First | NextBlock::Block(_), .. })
        )
    }

    /// Returns the places of the term in a document. The beginning of words has none.
    pub(super) fn places(&self, document: DocumentNumber) -> Places {
        let Self::Term(parts) = self else { return Places::default() };
        let part = parts.range(..=document.0).next_back().map(|(_, (_, list))| list.as_slice());
        let list = part.unwrap_or_default();
        let found = list.binary_search_by_key(&document, |known| known.posting.document);
        found.ok().and_then(|at| list.get(at)).map(|known| known.places).unwrap_or_default()
    }
}

/// An item of a run that must be read before the search can go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum RunItem {
    /// A part of the directory.
    Directory(u32),
    Block(u32),
    Documents(u32),
}

/// An item that must be read before the search can go on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Missing {
    pub(super) item: RunItem,
    /// The document before which the leaf has no other documents.
    pub(super) reached: DocumentNumber,
}

impl From<Unread> for RunItem {
    fn from(Unread(part): Unread) -> Self {
        Self::Directory(part)
    }
}

impl Leaf {
    /// Returns what is known of a run before anything is read: all, if it has no terms.
    pub(super) fn unknown(&self, run: &Run) -> Known {
        let is_empty = run.blocks == 0;
        match self {
            Self::Term(_) if is_empty => Known::Term([(0, (run.documents, Vec::new()))].into()),
            Self::Term(_) => Known::Term(TermParts::new()),
            Self::Beginning(_) => Known::Beginning(BeginningDocuments {
                all: RoaringBitmap::new(),
                in_title: RoaringBitmap::new(),
                next: if is_empty { NextBlock::None } else { NextBlock::First },
            }),
        }
    }

    pub(super) fn is_beginning(&self) -> bool {
        matches!(self, Self::Beginning(_))
    }

    /// Returns the blocks that may have the term, or terms with the beginning.
    pub(super) fn blocks(&self, directory: &Directory) -> Result<Range<u32>, Unread> {
        let (Self::Term(term) | Self::Beginning(term)) = self;
        let first = directory.block_at(&start_of(term))?;
        let end = match self {
            Self::Term(_) => Some(BlockStart { term: term.clone(), document: DocumentNumber(u32::MAX) }),
            Self::Beginning(_) => after(term).as_ref().map(start_of),
        };
        let last = match end {
            Some(end) => directory.block_at(&end)?,
            None => directory.blocks().saturating_sub(1),
        };
        Ok(first..(last + 1).min(directory.blocks()))
    }

    /// Notes the documents that a block of a run has. The run has this number of documents.
    pub(super) fn note(
        &self,
        known: &mut Known,
        (number, start, next): (u32, &BlockStart, Option<&BlockStart>),
        block: Block<'_>,
        documents: u32,
    ) -> Result<(), Malformed> {
        match (self, known) {
            (Self::Term(term), Known::Term(parts)) => {
                if let Some((begin, end)) = part(term, (number, start, next), documents) {
                    let list = block.find(term)?.into_iter().flat_map(|list| list.occurrences());
                    parts.insert(begin, (end, list.collect()));
                }
            }
            (Self::Beginning(beginning), Known::Beginning(found)) => {
                let first = start_of(beginning);
                let is_next = match found.next {
                    NextBlock::First => {
                        (number == 0 || *start <= first) && next.is_none_or(|next| *next > first)
                    }
                    NextBlock::Block(expected) => number == expected,
                    NextBlock::None => false,
                };
                if !is_next {
                    return Ok(());
                }
                for entry in block.with_prefix(beginning.as_bytes()) {
                    for posting in entry?.list.postings() {
                        found.all.insert(posting.document.0);
                        if posting.in_title {
                            found.in_title.insert(posting.document.0);
                        }
                    }
                }
                let goes_on = next.is_some_and(|next| {
                    next.term < *beginning || next.term.as_bytes().starts_with(beginning.as_bytes())
                });
                found.next = if goes_on { NextBlock::Block(number + 1) } else { NextBlock::None };
            }
            // The state has the form of its leaf.
            _ => {}
        }
        Ok(())
    }

    /// Returns the first document from one on. With `in_title`, the title must have the term.
    pub(super) fn next(
        &self,
        known: &Known,
        from: DocumentNumber,
        (directory, documents): (&Directory, u32),
        in_title: bool,
    ) -> Result<Option<DocumentNumber>, Missing> {
        let (Self::Term(term) | Self::Beginning(term)) = self;
        match known {
            Known::Term(parts) => next_of_term(term, parts, from.0, (directory, documents), in_title),
            Known::Beginning(found) => {
                let item = match found.next {
                    NextBlock::First => {
                        directory.block_at(&start_of(term)).map_or_else(RunItem::from, RunItem::Block)
                    }
                    NextBlock::Block(number) => {
                        directory.check_known(number).map_or_else(RunItem::from, |()| RunItem::Block(number))
                    }
                    NextBlock::None => {
                        let documents = if in_title { &found.in_title } else { &found.all };
                        return Ok(documents.range(from.0..).next().map(DocumentNumber));
                    }
                };
                Err(Missing { item, reached: from })
            }
        }
    }
}

fn next_of_term(
    term: &Term,
    parts: &TermParts,
    mut from: u32,
    (directory, documents): (&Directory, u32),
    in_title: bool,
) -> Result<Option<DocumentNumber>, Missing> {
    while from < documents {
        let part = parts.range(..=from).next_back().map(|(_, part)| part).filter(|(end, _)| from < *end);
        let Some((end, list)) = part else {
            let reached = DocumentNumber(from);
            let place = BlockStart { term: term.clone(), document: reached };
            let item = directory.block_at(&place).map_or_else(RunItem::from, RunItem::Block);
            return Err(Missing { item, reached });
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

/// Returns the place of a term's first document.
fn start_of(term: &Term) -> BlockStart {
    BlockStart { term: term.clone(), document: DocumentNumber::default() }
}

/// Returns the lowest term that is after all terms with a beginning, if there is one.
fn after(beginning: &Term) -> Option<Term> {
    let mut bytes = beginning.as_bytes().to_vec();
    while let Some(last) = bytes.pop() {
        if let Some(next) = last.checked_add(1) {
            bytes.push(next);
            return Term::new(bytes).ok();
        }
    }
    None
}

/// Returns the documents that a block can have under a term: from the first up to but not including the second. `None` if it can't
/// have any: it begins after the term, or ends before it. Before the first block there is nothing.
fn part(
    term: &Term,
    (number, start, next): (u32, &BlockStart, Option<&BlockStart>),
    documents: u32,
) -> Option<(u32, u32)> {
    let begin = if start.term == *term { start.document.0 } else { 0 };
    let end = match next {
        Some(next) if next.term == *term => next.document.0,
        Some(next) if next.term < *term => return None,
        _ => documents,
    };
    (begin < end && (start.term <= *term || number == 0)).then_some((begin, end))
}
