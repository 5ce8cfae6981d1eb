//! Terms, lists and documents for tests.

use std::collections::BTreeMap;
use std::io;
use std::pin::pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::task::{Context, Poll, Waker};

use proptest::collection::{btree_map, btree_set};
use proptest::prelude::*;

use crate::block::TermList;
use crate::compaction::{Mention, Terms};
use crate::document::{Document, DocumentType, Live};
use crate::index::{IndexLimits, IndexState, ItemKey, Items, Put, StoredItem, TextSlot};
use crate::numbers::{DocumentNumber, EpochSeconds, FavoriteId, TagNumber, Version};
use crate::posting::{Occurrence, Places, Posting, PostingList};
use crate::search::SearchItems;
use crate::term::Term;
use crate::text_slot::{FAVORITES_IN_SLOT, SlotEntry, slot_to_bytes};
use crate::write_number::WriteNumber;

pub(crate) fn term(text: &str) -> Term {
    Term::new(text).expect("the terms of tests are short")
}

/// Lists of a few terms in a run of this number of documents.
pub(crate) fn lists(documents: u32) -> impl Strategy<Value = Vec<TermList>> {
    let places = btree_set(0_u32..200, 0..3).prop_map(Places::of);
    let list = btree_map(0..documents, (any::<bool>(), places), 1..40);
    btree_map("[a-c]{1,3}", list, 0..20).prop_map(|lists| {
        let list_of = |list: BTreeMap<u32, _>| -> Vec<Occurrence> {
            let occurrence = |(document, (in_title, places))| Occurrence {
                posting: Posting { document: DocumentNumber(document), in_title },
                places,
            };
            list.into_iter().map(occurrence).collect()
        };
        lists.into_iter().map(|(text, list)| (term(&text), list_of(list))).collect()
    })
}

pub(crate) fn documents_of(list: Option<&PostingList<'_>>) -> Vec<u32> {
    list.into_iter().flat_map(PostingList::postings).map(|posting| posting.document.0).collect()
}

/// A live document without tags.
pub(crate) fn document(id: FavoriteId, version: u64) -> Document {
    let live = Live { document_type: DocumentType::default(), tags: Vec::new(), expire_time: None };
    Document { id, version: Version(version), replaces_older: false, live: Some(live) }
}

/// Up to this number of documents, newest first.
pub(crate) fn documents(most: usize) -> impl Strategy<Value = Vec<Document>> {
    let id = prop_oneof![0..40_u128, u128::MAX - 9..=u128::MAX, any::<u128>()];
    let tags = btree_set(prop_oneof![0..40_u64, Just(u64::MAX)], 0..20);
    let live = (0..=DocumentType::MAX, tags, any::<Option<u64>>()).prop_map(|(number, tags, time)| Live {
        document_type: DocumentType::new(number).unwrap_or_default(),
        tags: tags.into_iter().map(TagNumber).collect(),
        expire_time: time.map(EpochSeconds),
    });
    let rest = (any::<u64>(), any::<bool>(), proptest::option::of(live));
    btree_map(id, rest, 0..=most).prop_map(|documents| {
        let document = |(id, (version, replaces_older, live))| Document {
            id: FavoriteId(id),
            version: Version(version),
            replaces_older,
            live,
        };
        documents.into_iter().rev().map(document).collect()
    })
}

/// Returns the result of a future that never waits.
pub(crate) fn now<T>(future: impl Future<Output = T>) -> T {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(result) => result,
        Poll::Pending => panic!("the stores of tests answer at once"),
    }
}

/// A store in memory that answers at once, and that can answer with an error.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    pub(crate) items: Mutex<BTreeMap<ItemKey, StoredItem>>,
    /// The error of all reads.
    pub(crate) error: Option<io::ErrorKind>,
    /// The number of reads, each of some items.
    pub(crate) reads: AtomicUsize,
}

impl Memory {
    pub(crate) fn lock(&self) -> MutexGuard<'_, BTreeMap<ItemKey, StoredItem>> {
        self.items.lock().expect("no test panics while it holds the lock")
    }

    fn get(&self, key: ItemKey) -> Result<Option<StoredItem>, io::Error> {
        match self.error {
            Some(error) => Err(error.into()),
            None => Ok(self.lock().get(&key).cloned()),
        }
    }
}

impl Items for Memory {
    type Error = io::Error;

    async fn read(&self, keys: &[ItemKey]) -> Result<Vec<Option<StoredItem>>, io::Error> {
        keys.iter().map(|key| self.get(*key)).collect()
    }

    async fn put(&self, puts: Vec<Put>) -> Result<(), io::Error> {
        self.lock().extend(puts.into_iter().map(|put| (put.key, put.item)));
        Ok(())
    }
}

impl SearchItems for Memory {
    type Error = io::Error;

    async fn read(&self, keys: &[(ItemKey, WriteNumber)]) -> Result<Vec<Option<StoredItem>>, io::Error> {
        self.reads.fetch_add(1, Ordering::Relaxed);
        keys.iter().map(|(key, _)| self.get(*key)).collect()
    }
}

/// Terms of favorites whose text is words.
pub(crate) struct WordsOfText;

impl Terms for WordsOfText {
    fn terms(&self, entry: &SlotEntry) -> BTreeMap<Term, Mention> {
        entry.text.split(' ').map(|word| (term(word), Mention::default())).collect()
    }
}

/// Returns an index with one run, which has a favorite for each of these texts, the last one being the
/// newest.
pub(crate) fn index_of(texts: &[&str], limits: &IndexLimits) -> (IndexState, Memory) {
    let (mut state, store, number) = (IndexState::default(), Memory::default(), WriteNumber(1));
    let limits = &IndexLimits { due_versions: 1, taken_bytes: u32::MAX, ..*limits };
    let entry = |(id, text): (usize, &&str)| {
        let document = document(FavoriteId(id as u128 + 1), 1);
        SlotEntry { document, text: (*text).to_owned() }
    };
    let entries: Vec<_> = texts.iter().enumerate().rev().map(entry).collect();
    for (slot, entries) in (0..).zip(entries.chunks(FAVORITES_IN_SLOT)) {
        let bytes = slot_to_bytes(entries).expect("the ids descend");
        store.lock().insert(ItemKey::Text { slot }, StoredItem { number, bytes });
        state.add_texts(TextSlot { slot, number, versions: 1, bytes: 1 });
    }
    assert!(state.plan(number, limits), "a compaction is due");
    let compacted =
        now(state.compact(&store, &WordsOfText, limits, || false)).expect("all items can be read");
    assert!(state.note(number, compacted.expect("one is under way")));
    (state, store)
}
