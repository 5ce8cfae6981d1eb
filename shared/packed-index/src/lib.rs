//! A packed, tiered inverted index: its encodings, its state, the merges that keep it small, and searches.
//!
//! The index is for a store of small items in which a write costs as much as several reads, such as `DynamoDB`. The crate does no I/O
//! of its own, and has no clock and no randomness: it reads [`Items`] and [`SearchItems`] through traits, and returns what is to be put.
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
//! - [`IndexState`] names the visible slots and runs, chooses the next merge, does it in steps, and searches the runs for
//!   [`Wanted`] terms.
//!
//! ```
//! use packed_index::{Block, DocumentNumber, Fence, Lists, Occurrence, Places, Posting, Term};
//!
//! let (quarry, quartz) = (Term::new("quarry")?, Term::new("quartz")?);
//! let mut lists = Lists::default();
//! for (document, term) in [(0, &quartz), (1, &quarry), (1, &quartz)] {
//!     let posting = Posting { document: DocumentNumber(document), in_title: true };
//!     lists.add(term.clone(), Occurrence { posting, places: Places::of([0]) });
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
//! A user's first favorites, from the text slot to the run:
//!
//! ```
//! use std::collections::BTreeMap;
//! use std::convert::Infallible;
//!
//! use packed_index::{
//!     Document, DocumentType, FavoriteId, IndexLimits, IndexState, ItemKey, Items, Live, Mention, SlotEntry, StoredItem, Term,
//!     Terms, TextSlot, Version, WriteNumber, slot_to_bytes,
//! };
//!
//! /// A store of items in memory.
//! #[derive(Default)]
//! struct Memory(BTreeMap<ItemKey, StoredItem>);
//!
//! impl Items for Memory {
//!     type Error = Infallible;
//!
//!     async fn read(&self, keys: &[ItemKey]) -> Result<Vec<Option<StoredItem>>, Infallible> {
//!         Ok(keys.iter().map(|key| self.0.get(key).cloned()).collect())
//!     }
//! }
//!
//! /// Each word of the text is a term.
//! struct Words;
//!
//! impl Terms for Words {
//!     fn terms(&self, entry: &SlotEntry) -> BTreeMap<Term, Mention> {
//!         entry.text.split(' ').filter_map(|word| Some((Term::new(word).ok()?, Mention::default()))).collect()
//!     }
//! }
//!
//! # tokio::runtime::Builder::new_current_thread().build()?.block_on(async {
//! let limits = IndexLimits { text_versions: 1, ..IndexLimits::STORED };
//! let (mut store, mut state, mut revision) = (Memory::default(), IndexState::default(), 0);
//!
//! // A writer puts a text slot, and then the state that makes it visible.
//! let live = Live { document_type: DocumentType::default(), tags: vec![], expire_time: None };
//! let document = Document { id: FavoriteId(1), version: Version(1), replaces_older: false, live: Some(live) };
//! let bytes = slot_to_bytes(&[SlotEntry { document, text: "quarry quartz".to_owned() }])?;
//! let slot = state.free_slots(&limits, bytes.len()).next().expect("all slots are free");
//! let number = WriteNumber(revision + 1);
//! state.add_texts(TextSlot { slot, number, versions: 1, bytes: u32::try_from(bytes.len())? });
//! store.0.insert(ItemKey::Text { slot }, StoredItem { number, bytes });
//! revision += 1;
//! state.plan(revision, &limits);
//!
//! // Any later writer does a step of the merge that is due.
//! while let Some(step) = state.work(&store, &Words, &limits, 4).await? {
//!     store.0.extend(step.puts.into_iter().map(|put| (put.key, put.item)));
//!     state = step.after;
//!     revision += 1;
//!     state.plan(revision, &limits);
//! }
//! assert_eq!(state.texts(), []);
//! assert_eq!(state.sets().flat_map(|set| set.runs()).map(|run| run.documents).sum::<u32>(), 1);
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! # })?;
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
mod search;
mod term;
mod text_slot;
mod tiers;
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
pub use posting::{Occurrence, Places, Posting, PostingList, Postings};
pub use search::{Budget, Candidates, FoundBlock, SearchItems, SearchedIds, Wanted};
pub use term::{TERM_BYTES, Term, TermTooLong};
pub use text_slot::{
    FAVORITES_IN_SLOT, SLOT_TEXT_BYTES, SlotEntry, SlotError, slot_from_bytes, slot_to_bytes,
};
pub use tiers::{
    FENCES_IN_ITEM, IndexLimits, IndexState, ItemKey, Items, Mention, Put, ReadError, Run, RunSet,
    SMALL_TEXTS, SetPlace, StateError, Step, StoredItem, Terms, TextSlot, WorkError,
};
pub use write_number::WriteNumber;
