use std::collections::BTreeMap;
use std::future::poll_fn;
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll, Waker};

use super::*;
use crate::block::BlockSizes;
use crate::document::documents_to_bytes;
use crate::error::Malformed;
use crate::samples::{document, now, term};
use crate::text_slot::{SlotEntry, slot_to_bytes};
use crate::tiers::memory::{Memory, WholeText};
use crate::tiers::{Items, Put, TextSlot};

/// More reads than a search of these tests needs.
const MANY_READS: usize = 100;

/// A store, and the answer that it gives to reads instead of its items.
#[derive(Default)]
struct Store {
    items: BTreeMap<ItemKey, StoredItem>,
    answer: Option<Result<Option<StoredItem>, io::ErrorKind>>,
    reads: AtomicUsize,
}

impl Store {
    fn get(&self, key: &ItemKey) -> Result<Option<StoredItem>, io::Error> {
        match &self.answer {
            Some(answer) => answer.clone().map_err(io::Error::from),
            None => Ok(self.items.get(key).cloned()),
        }
    }

    fn count_read(&self) {
        assert!(self.reads.fetch_add(1, Ordering::Relaxed) < MANY_READS, "the search does not end");
    }

    fn put(&mut self, puts: Vec<Put>) {
        self.items.extend(puts.into_iter().map(|put| (put.key, put.item)));
    }
}

impl Items for Store {
    type Error = io::Error;

    async fn read(&self, keys: &[ItemKey]) -> Result<Vec<Option<StoredItem>>, io::Error> {
        keys.iter().map(|key| self.get(key)).collect()
    }
}

impl SearchItems for Store {
    type Error = io::Error;

    async fn read(&self, keys: &[(ItemKey, WriteNumber)]) -> Result<Vec<Option<StoredItem>>, io::Error> {
        self.count_read();
        keys.iter().map(|(key, _)| self.get(key)).collect()
    }

    async fn blocks(&self, set: SetPlace, fence: &Fence, runs: &[Run]) -> Result<Vec<FoundBlock>, io::Error> {
        self.count_read();
        let Some(answer) = &self.answer else {
            let found = Memory(self.items.clone()).blocks(set, fence, runs).await;
            return Ok(found.unwrap_or_else(|never| match never {}));
        };
        let item = answer.clone().map_err(io::Error::from)?;
        let block = |item| FoundBlock { fence: Fence::default(), slot: runs[0].slot, item };
        Ok(item.map(block).into_iter().collect())
    }
}

const LIMITS: IndexLimits =
    IndexLimits { text_versions: 1, blocks: BlockSizes { block: 40, chunk: 20 }, ..IndexLimits::STORED };

/// Returns an index of one run with one favorite for each of these texts, whose only term is the text.
fn index_of(texts: &[&str]) -> (IndexState, Store) {
    let entry = |(id, text): (usize, &&str)| {
        let document = document(FavoriteId(id as u128 + 1), 1);
        SlotEntry { document, text: (*text).to_owned() }
    };
    let entries: Vec<_> = texts.iter().enumerate().rev().map(entry).collect();
    let bytes = slot_to_bytes(&entries).unwrap();
    let (mut state, mut store) = (IndexState::default(), Store::default());
    let number = WriteNumber(1);
    let versions = u8::try_from(texts.len()).unwrap();
    state.add_texts(TextSlot { slot: 0, number, versions, bytes: 1 });
    store.items.insert(ItemKey::Text { slot: 0 }, StoredItem { number, bytes });
    state.plan(1, &LIMITS);
    while let Some(step) = now(state.work(&store, &WholeText, &LIMITS, 9)).unwrap() {
        store.put(step.puts);
        state = step.after;
    }
    (state, store)
}

/// Returns an index of one run with one favorite, `rust`.
fn index() -> (IndexState, Store) {
    index_of(&["rust"])
}

fn search_for(
    state: &IndexState,
    store: &Store,
    wanted: &Wanted,
) -> Result<Candidates, ReadError<io::Error>> {
    let budget = Budget { enough: 20, bytes: usize::MAX };
    now(state.search(store, wanted, SearchedIds::ALL, &LIMITS, budget))
}

fn search(state: &IndexState, store: &Store, word: &str) -> Result<Candidates, ReadError<io::Error>> {
    search_for(state, store, &Wanted::Term { term: term(word), in_title: false })
}

#[test]
fn a_search_returns_the_documents_of_runs() {
    let (state, store) = index();
    let found = |word| search(&state, &store, word).unwrap();
    let ids: Vec<_> = found("rust").documents.iter().map(|document| document.id).collect();
    assert_eq!((ids, found("rust").searched_to), (vec![FavoriteId(1)], None));
    assert_eq!(found("go"), Candidates::default());
}

#[test]
fn an_error_of_the_store_is_passed_on() {
    let (state, mut store) = index();
    store.answer = Some(Err(io::ErrorKind::TimedOut));
    let error = search(&state, &store, "rust").unwrap_err();
    assert!(
        matches!(&error, ReadError::Store(error) if error.kind() == io::ErrorKind::TimedOut),
        "{error:?}"
    );
}

#[test]
fn a_block_that_is_missing_or_not_the_one_of_the_state_is_named() {
    for found in [None, Some(WriteNumber(9))] {
        let (state, mut store) = index();
        store.answer = Some(Ok(found.map(|number| StoredItem { number, bytes: Vec::new() })));
        let error = search(&state, &store, "rust").unwrap_err();
        let is_it = matches!(&error, ReadError::Other { key: ItemKey::Block { .. }, expected: WriteNumber(1), found: number } if *number == found);
        assert!(is_it, "{error:?}");
    }
}

#[test]
fn documents_that_are_missing_are_named() {
    let (state, mut store) = index();
    store.items.retain(|key, _| !matches!(key, ItemKey::Documents { .. }));
    let error = search(&state, &store, "rust").unwrap_err();
    let is_it =
        matches!(&error, ReadError::Other { key: ItemKey::Documents { item: 0, .. }, found: None, .. });
    assert!(is_it, "{error:?}");
}

#[test]
fn a_damaged_item_is_named() {
    let (state, mut store) = index();
    store.answer = Some(Ok(Some(StoredItem { number: WriteNumber(1), bytes: vec![9] })));
    let error = search(&state, &store, "rust").unwrap_err();
    let is_it = matches!(
        &error,
        ReadError::Malformed { key: ItemKey::Block { .. }, source: Malformed::Form { given: 9, .. } }
    );
    assert!(is_it, "{error:?}");
}

#[test]
fn a_lost_block_is_named_and_not_asked_for_again_and_again() {
    let texts: Vec<_> = (0..30).map(|number| format!("word number {number:02}")).collect();
    let texts: Vec<_> = texts.iter().map(String::as_str).collect();
    let (state, mut store) = index_of(&texts);
    let blocks = store.items.keys().filter(|key| matches!(key, ItemKey::Block { .. }));
    let last = blocks.cloned().max().unwrap();
    assert!(matches!(&last, ItemKey::Block { fence, .. } if *fence != Fence::default()), "{last:?}");
    store.items.remove(&last);
    let sought = "z";
    for wanted in [
        Wanted::Term { term: term(sought), in_title: false },
        Wanted::Beginning { beginning: term(sought), in_title: false },
    ] {
        let error = search_for(&state, &store, &wanted).unwrap_err();
        let ReadError::Other { key: ItemKey::Block { fence, .. }, found: None, .. } = &error else {
            panic!("{error:?}")
        };
        assert_eq!(fence.term, term(sought));
    }
}

#[test]
fn an_item_without_all_of_its_documents_is_damaged() {
    let (state, mut store) = index();
    for (key, item) in &mut store.items {
        if matches!(key, ItemKey::Documents { .. }) {
            item.bytes = documents_to_bytes(&[]).unwrap();
        }
    }
    let error = search(&state, &store, "rust").unwrap_err();
    let is_it = matches!(&error, ReadError::Malformed { source: Malformed::Count, .. });
    assert!(is_it, "{error:?}");
    let error = now(state.check(&store, &LIMITS)).unwrap_err();
    assert!(matches!(&error, ReadError::Malformed { source: Malformed::Count, .. }), "{error:?}");
}

/// A store whose answers take time.
struct Slow {
    store: Store,
    under_way: AtomicUsize,
    most: AtomicUsize,
}

impl SearchItems for Slow {
    type Error = io::Error;

    async fn read(&self, keys: &[(ItemKey, WriteNumber)]) -> Result<Vec<Option<StoredItem>>, io::Error> {
        SearchItems::read(&self.store, keys).await
    }

    async fn blocks(&self, set: SetPlace, fence: &Fence, runs: &[Run]) -> Result<Vec<FoundBlock>, io::Error> {
        let under_way = self.under_way.fetch_add(1, Ordering::Relaxed) + 1;
        self.most.fetch_max(under_way, Ordering::Relaxed);
        let mut is_first = true;
        poll_fn(|context| {
            context.waker().wake_by_ref();
            if std::mem::take(&mut is_first) { Poll::Pending } else { Poll::Ready(()) }
        })
        .await;
        self.under_way.fetch_sub(1, Ordering::Relaxed);
        self.store.blocks(set, fence, runs).await
    }
}

#[test]
fn a_search_reads_at_most_64_blocks_at_once() {
    let (state, store) = index();
    let words = (0..90).map(|number| Wanted::Term { term: term(&format!("{number}")), in_title: false });
    let wanted = Wanted::Any(words.collect());
    let slow = Slow { store, under_way: AtomicUsize::new(0), most: AtomicUsize::new(0) };
    let budget = Budget { enough: 20, bytes: usize::MAX };
    let mut search = state.search(&slow, &wanted, SearchedIds::ALL, &LIMITS, budget);
    let mut context = Context::from_waker(Waker::noop());
    let found = loop {
        if let Poll::Ready(found) = search.as_mut().poll(&mut context) {
            break found.unwrap();
        }
    };
    assert_eq!(found, Candidates::default());
    assert_eq!(slow.store.reads.load(Ordering::Relaxed), 90);
    assert_eq!(slow.most.load(Ordering::Relaxed), 64);
}
