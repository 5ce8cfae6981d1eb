//! The encodings and the merge of a packed, tiered inverted index.
//!
//! The index is for a store of small items in which a write costs as much as several reads, such as `DynamoDB`. Everything here is
//! a function on bytes and values: no I/O, no clock, no randomness.
//!
//! - The newest favorites lie in **text slots** ([`slot_to_bytes`]): up to 100 favorites with their compressed texts.
//! - All others lie in **runs**. A run has numbered [`Document`]s, newest first, and [`Lists`] of the documents with each term.
//!   A version of a favorite lies in one place, and the highest version in all places is the valid one.
//! - The lists of a run are divided into [`Block`]s at [`Fences`]. The first run of a set of runs chooses the fences
//!   ([`Lists::fill`]), and the others have a block at each of them, even an empty one. So a reader finds the blocks of all runs for a
//!   term side by side.
//! - A [`Merge`] turns the runs of a set into one. [`join`] joins their documents and returns a [`MergeMap`]; then each block of the
//!   new run follows from the map and the old blocks around its fence, so a merge can stop and go on at any fence.
//! - [`WriteNumber`] has the rule by which items replace each other, so that late writers do no harm.
//!
//! ```
//! use packed_index::{Block, DocumentNumber, Fence, Lists, Occurrence, Posting, Term};
//!
//! let (quarry, quartz) = (Term::new("quarry")?, Term::new("quartz")?);
//! let mut lists = Lists::default();
//! for (document, term) in [(0, &quartz), (1, &quarry), (1, &quartz)] {
//!     let posting = Posting { document: DocumentNumber(document), in_title: true };
//!     lists.add(term.clone(), Occurrence { posting, positions: vec![0] });
//! }
//!
//! // The only block of a run of two documents.
//! let bytes = lists.block(&Fence::default(), None, 2)?;
//! let block = Block::read(Fence::default(), &bytes)?;
//! let found = block.find(&quartz)?.expect("two documents contain it");
//! assert_eq!(found.postings().len(), 2);
//! assert_eq!(block.with_prefix(b"quar").count(), 2);
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```
//!
//! Readers accept any bytes: they return [`Malformed`], and never panic.

mod block;
mod bytes;
mod document;
mod error;
mod fence;
mod lists;
mod merge;
mod numbers;
mod posting;
#[cfg(test)]
mod samples;
mod term;
mod text_slot;
mod write_number;

pub use block::{Block, BlockError, BlockSizes, BlockWriter, Entries, Entry, Filled};
pub use document::{
    DOCUMENTS_IN_ITEM, Document, DocumentType, DocumentsError, Live, documents_from_bytes, documents_to_bytes,
};
pub use error::Malformed;
pub use fence::{Chunk, Fence, Fences, NotAfterLast};
pub use lists::Lists;
pub use merge::{
    FirstRunBlock, JoinError, Joined, MERGED_RUNS, Merge, MergeError, MergeMap, Tombstones, join,
};
pub use numbers::{DocumentNumber, EpochSeconds, FavoriteId, TagNumber, Version};
pub use posting::{Occurrence, Posting, PostingList, Postings};
pub use term::{TERM_BYTES, Term, TermTooLong};
pub use text_slot::{
    FAVORITES_IN_SLOT, SLOT_TEXT_BYTES, SlotEntry, SlotError, slot_from_bytes, slot_to_bytes,
};
pub use write_number::WriteNumber;
