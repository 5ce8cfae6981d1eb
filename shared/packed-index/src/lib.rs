//! A packed inverted index: its encodings, its state, its compaction, and searches.
//!
//! The index is for a store of small items in which a write costs as much as several reads, such as `DynamoDB`. The crate does no I/O
//! of its own, and has no clock and no randomness: it reads and puts items through the traits [`Items`] and
//! [`SearchItems`].
//!
//! - The newest favorites lie in **text slots** ([`slot_to_bytes`]): up to 100 favorites with their compressed texts.
//! - All others lie in **runs**. A run has numbered [`Document`]s, newest first, **blocks** with the posting
//!   lists of its terms, and a **directory** that says with which term each block begins. Items of a run
//!   don't change.
//! - A version of a favorite lies in one place, and the highest version in all places is the valid one. The
//!   last version of a deleted favorite is a *tombstone*.
//! - A [`Compaction`] merges text slots and runs into a new run. A writer [plans](IndexState::plan) it, and a
//!   background worker [does](IndexState::compact) it.
//! - [`WriteNumber`] has the rule by which items replace each other, so that late writers do no harm.
//! - [`IndexState`] names the visible slots and runs, and [searches](IndexState::search) the runs for
//!   [`Wanted`] terms.
//!
//! A user's first favorites, from the text slot to the run:
//!
//! ```
//! use std::collections::BTreeMap;
//! use std::convert::Infallible;
//! use std::sync::Mutex;
//!
//! use packed_index::{
//!     Document, DocumentType, FavoriteId, IndexLimits, IndexState, ItemKey, Items, Live, Mention, Put, SlotEntry, StoredItem, Term,
//!     Terms, TextSlot, Version, WriteNumber, slot_to_bytes,
//! };
//!
//! /// A store of items in memory.
//! #[derive(Default)]
//! struct Memory(Mutex<BTreeMap<ItemKey, StoredItem>>);
//!
//! impl Items for Memory {
//!     type Error = Infallible;
//!
//!     async fn read(&self, keys: &[ItemKey]) -> Result<Vec<Option<StoredItem>>, Infallible> {
//!         let items = self.0.lock().expect("nothing panics while it holds the lock");
//!         Ok(keys.iter().map(|key| items.get(key).cloned()).collect())
//!     }
//!
//!     async fn put(&self, puts: Vec<Put>) -> Result<(), Infallible> {
//!         let mut items = self.0.lock().expect("nothing panics while it holds the lock");
//!         items.extend(puts.into_iter().map(|put| (put.key, put.item)));
//!         Ok(())
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
//! let limits = IndexLimits { due_versions: 1, ..IndexLimits::STORED };
//! let (store, mut state, revision) = (Memory::default(), IndexState::default(), 7);
//!
//! // A writer puts a text slot, and then the state that makes it visible.
//! let live = Live { document_type: DocumentType::default(), tags: vec![], expire_time: None };
//! let document = Document { id: FavoriteId(1), version: Version(1), replaces_older: false, live: Some(live) };
//! let bytes = slot_to_bytes(&[SlotEntry { document, text: "quarry quartz".to_owned() }])?;
//! let slot = state.free_slots(&limits, bytes.len()).next().expect("all slots are free");
//! let number = WriteNumber(revision + 1);
//! let key = ItemKey::Text { slot };
//! state.add_texts(TextSlot { slot, number, versions: 1, bytes: u32::try_from(bytes.len())? });
//! store.put(vec![Put { key, item: StoredItem { number, bytes } }]).await?;
//! assert!(state.plan(number, &limits), "a compaction is due");
//!
//! // A background worker does the compaction, and puts the state once more.
//! let compacted = state.compact(&store, &Words, &limits, || false).await?.expect("one is under way");
//! assert!(state.note(number, compacted));
//! assert_eq!(state.texts(), []);
//! assert_eq!(state.runs()[0].documents, 1);
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! # })?;
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```
//!
//! Readers accept any bytes: they return [`Malformed`], and never panic.

mod block;
mod bytes;
mod compaction;
mod directory;
mod document;
mod error;
mod index;
#[cfg(test)]
mod model;
mod numbers;
mod posting;
#[cfg(test)]
mod samples;
mod search;
mod term;
mod text_slot;
mod write_number;

pub use compaction::{Compacted, CompactionError, Mention, Terms};
pub use directory::{BlockStart, ROOT};
pub use document::{
    DOCUMENTS_IN_ITEM, Document, DocumentType, DocumentsError, Live, documents_from_bytes, documents_to_bytes,
};
pub use error::Malformed;
pub use index::{
    Checkpoint, Compaction, IndexLimits, IndexState, ItemKey, Items, Put, RUN_SLOTS, ReadError, Run,
    SMALL_TEXTS, StateError, StoredItem, TextSlot,
};
pub use numbers::{DocumentNumber, EpochSeconds, FavoriteId, TagNumber, Version};
pub use posting::Places;
pub use search::{Budget, Candidates, Scan, Scanned, ScannedDocument, SearchItems, SearchedIds, Wanted};
pub use term::{TERM_BYTES, Term, TermTooLong};
pub use text_slot::{
    FAVORITES_IN_SLOT, SLOT_TEXT_BYTES, SlotEntry, SlotError, slot_from_bytes, slot_to_bytes,
};
pub use write_number::WriteNumber;
