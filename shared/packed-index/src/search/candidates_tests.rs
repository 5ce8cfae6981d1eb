use std::collections::BTreeMap;
use std::io;

use super::*;
use crate::document::{DocumentType, Live};
use crate::error::Malformed;
use crate::numbers::Version;
use crate::samples::{now, term};
use crate::search::FoundBlock;
use crate::text_slot::{SlotEntry, slot_to_bytes};
use crate::tiers::memory::WholeText;
use crate::tiers::{Items, Put, TextSlot};

/// A store, and the answer that it gives to reads instead of its items.
#[derive(Default)]
struct Store {
    items: BTreeMap<ItemKey, StoredItem>,
    answer: Option<Result<Option<StoredItem>, io::ErrorKind>>,
}

impl Store {
    fn get(&self, key: &ItemKey) -> Result<Option<StoredItem>, io::Error> {
        match &self.answer {
            Some(answer) => answer.clone().map_err(io::Error::from),
            None => Ok(self.items.get(key).cloned()),
        }
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
        keys.iter().map(|(key, _)| self.get(key)).collect()
    }

    /// Each run of the tests has a single block.
    async fn blocks(&self, set: SetPlace, _: &Fence, runs: &[Run]) -> Result<Vec<FoundBlock>, io::Error> {
        let mut blocks = Vec::new();
        for Run { slot, .. } in runs {
            let key = ItemKey::Block { set, fence: Fence::default(), slot: *slot };
            let block = |item| FoundBlock { fence: Fence::default(), slot: *slot, item };
            blocks.extend(self.get(&key)?.map(block));
        }
        Ok(blocks)
    }
}

const LIMITS: IndexLimits = IndexLimits { text_versions: 1, ..IndexLimits::STORED };

/// Returns an index of one run with one favorite, `rust`.
fn index() -> (IndexState, Store) {
    let live = Live { document_type: DocumentType::default(), tags: Vec::new(), expire_time: None };
    let document =
        Document { id: FavoriteId(1), version: Version(1), replaces_older: false, live: Some(live) };
    let bytes = slot_to_bytes(&[SlotEntry { document, text: "rust".to_owned() }]).unwrap();
    let (mut state, mut store) = (IndexState::default(), Store::default());
    let number = WriteNumber(1);
    state.add_texts(TextSlot { slot: 0, number, versions: 1, bytes: 1 });
    store.items.insert(ItemKey::Text { slot: 0 }, StoredItem { number, bytes });
    state.plan(1, &LIMITS);
    while let Some(step) = now(state.work(&store, &WholeText, &LIMITS, 9)).unwrap() {
        store.put(step.puts);
        state = step.after;
    }
    (state, store)
}

fn search(state: &IndexState, store: &Store, word: &str) -> Result<Candidates, ReadError<io::Error>> {
    let wanted = Wanted::Term { term: term(word), in_title: false };
    now(state.search(store, &wanted, SearchedIds::ALL, &LIMITS, Budget { enough: 20, bytes: usize::MAX }))
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
