use std::io;
use std::sync::atomic::Ordering;

use super::*;
use crate::document::documents_to_bytes;
use crate::error::Malformed;
use crate::index::{ItemKey, StoredItem};
use crate::samples::{Memory, index_of, now, term};
use crate::write_number::WriteNumber;

const LIMITS: IndexLimits = IndexLimits { block_bytes: 20, blocks_in_part: 4, ..IndexLimits::STORED };

const PLENTY: Budget = Budget { enough: 20, bytes: usize::MAX };

fn word(word: &str) -> Wanted {
    Wanted::Term { term: term(word), in_title: false }
}

fn beginning(beginning: &str) -> Wanted {
    Wanted::Beginning { beginning: term(beginning), in_title: false }
}

fn search(
    (state, store): &(IndexState, Memory),
    wanted: &Wanted,
    budget: Budget,
) -> Result<Candidates, ReadError<io::Error>> {
    now(state.search(store, wanted, SearchedIds::ALL, &LIMITS, budget))
}

/// Returns an index of thirty favorites with a number each, whose blocks fill several parts of a directory.
fn numbered() -> (IndexState, Memory) {
    let texts: Vec<_> = (0..30).map(|number| format!("number {number:02}a")).collect();
    let index = index_of(&texts.iter().map(String::as_str).collect::<Vec<_>>(), &LIMITS);
    assert!(index.0.runs()[0].blocks > 4, "{:?}", index.0);
    index
}

#[test]
fn a_search_returns_the_documents_of_runs() {
    let index = index_of(&["rust"], &LIMITS);
    let found = search(&index, &word("rust"), PLENTY).unwrap();
    let ids: Vec<_> = found.documents.iter().map(|document| document.id).collect();
    assert_eq!((ids, found.searched_to, found.are_exact), (vec![FavoriteId(1)], None, true));
    assert_eq!(search(&index, &word("go"), PLENTY).unwrap().documents, []);
}

#[test]
fn an_error_of_the_store_is_passed_on() {
    let (state, mut store) = index_of(&["rust"], &LIMITS);
    store.error = Some(io::ErrorKind::TimedOut);
    let error = search(&(state, store), &word("rust"), PLENTY).unwrap_err();
    assert!(
        matches!(&error, ReadError::Store(error) if error.kind() == io::ErrorKind::TimedOut),
        "{error:?}"
    );
}

#[test]
fn an_item_that_is_missing_or_not_the_one_of_the_state_is_named_whichever_it_is() {
    let keys: Vec<_> =
        numbered().1.lock().keys().copied().filter(|key| !matches!(key, ItemKey::Text { .. })).collect();
    for key in keys {
        for number in [None, Some(WriteNumber(0)), Some(WriteNumber(9))] {
            let index = numbered();
            let item = index.1.lock().remove(&key).unwrap();
            if let Some(number) = number {
                index.1.lock().insert(key, StoredItem { number, ..item });
            }
            // All words: some search reads the item.
            let words =
                (0..30).map(|number| word(&format!("{number:02}a"))).chain([word("number"), word("z")]);
            let errors: Vec<_> = words.filter_map(|word| search(&index, &word, PLENTY).err()).collect();
            let is_it = |error: &ReadError<_>| matches!(error, ReadError::Other { key: missing, expected: WriteNumber(1), found } if (*missing, *found) == (key, number));
            assert!(!errors.is_empty() && errors.iter().all(is_it), "{key}: {errors:?}");
        }
    }
}

#[test]
fn a_damaged_item_is_named() {
    for damaged in [
        ItemKey::Block { run: 0, block: 0 },
        ItemKey::Directory { part: 0, run: 0 },
        ItemKey::Documents { run: 0, item: 0 },
    ] {
        let index = index_of(&["rust"], &LIMITS);
        index.1.lock().insert(damaged, StoredItem { number: WriteNumber(1), bytes: vec![9] });
        let error = search(&index, &word("rust"), PLENTY).unwrap_err();
        let is_it = matches!(&error, ReadError::Malformed { key, source: Malformed::Form { given: 9, .. } } if *key == damaged);
        assert!(is_it, "{error:?}");
    }
}

#[test]
fn an_item_without_all_of_its_documents_is_damaged() {
    let index = index_of(&["rust"], &LIMITS);
    let item = StoredItem { number: WriteNumber(1), bytes: documents_to_bytes(&[]).unwrap() };
    index.1.lock().insert(ItemKey::Documents { run: 0, item: 0 }, item);
    let error = search(&index, &word("rust"), PLENTY).unwrap_err();
    assert!(matches!(&error, ReadError::Malformed { source: Malformed::Count, .. }), "{error:?}");
}

#[test]
fn a_beginning_is_looked_up_in_all_its_blocks() {
    let index = numbered();
    let all = Budget { enough: 1_000, bytes: usize::MAX };
    let found = search(&index, &beginning("1"), all).unwrap();
    let ids: Vec<_> = found.documents.iter().map(|document| document.id.0).collect();
    assert_eq!((ids, found.are_exact), ((11..=20).rev().collect(), true));
}

#[test]
fn a_beginning_whose_lists_exceed_the_budget_is_left_out() {
    let index = numbered();
    let read = |bytes| search(&index, &beginning("1"), Budget { enough: 1_000, bytes }).unwrap();
    let blocks = (1..9).find(|blocks| read(blocks * LIMITS.block_bytes).are_exact).unwrap();
    assert!((2..6).contains(&blocks), "{blocks}");
    let found = read(blocks * LIMITS.block_bytes - 1);
    assert_eq!(
        (found.documents.len(), found.are_exact),
        (30, false),
        "the newest favorites are to be compared"
    );
    // Other conditions are looked up all the same.
    let both = Wanted::All(vec![beginning("1"), word("07a")]);
    let found = search(&index, &both, Budget { enough: 20, bytes: 1 }).unwrap();
    let ids: Vec<_> = found.documents.iter().map(|document| document.id.0).collect();
    assert_eq!((ids, found.are_exact), (vec![8], false));
}

#[test]
fn a_beginning_that_most_documents_have_is_left_out_for_a_page() {
    let texts: Vec<_> = (0..3_000).map(|number| format!("word{number:05}")).collect();
    let limits = IndexLimits::STORED;
    let (state, store) = index_of(&texts.iter().map(String::as_str).collect::<Vec<_>>(), &limits);
    assert!(state.runs()[0].blocks > 3, "{state:?}");
    let wanted = beginning("word");
    let search = |enough| {
        let budget = Budget { enough, bytes: usize::MAX };
        now(state.search(&store, &wanted, SearchedIds::ALL, &limits, budget)).unwrap()
    };
    assert!(!search(1).are_exact);
    assert!(search(usize::MAX).are_exact);
}

#[test]
fn a_search_asks_for_all_items_of_a_round_at_once() {
    let index = numbered();
    let words = (0..30).map(|number| word(&format!("{number:02}a")));
    search(&index, &Wanted::Any(words.collect()), PLENTY).unwrap();
    let rounds = index.1.reads.load(Ordering::Relaxed);
    assert!(rounds <= 5, "the root, parts, blocks, documents: {rounds}");
}
