use super::*;
use crate::block::Block;
use crate::index::StoredItem;
use crate::index::{ItemKey, ReadError, TextSlot};
use crate::numbers::FavoriteId;
use crate::samples::{Memory, WordsOfText, document, index_of, now};
use crate::text_slot::{SlotEntry, slot_to_bytes};
use crate::write_number::WriteNumber;

const LIMITS: IndexLimits = IndexLimits {
    block_bytes: 12,
    blocks_in_part: 2,
    documents_in_item: 3,
    due_versions: 1,
    fanout: 2,
    ..IndexLimits::STORED
};

/// Returns an index with one run and a compaction of it and of a text slot with a new version of the favorite
/// 2.
fn due() -> (IndexState, Memory) {
    let (mut state, store) = index_of(&["rust go", "go c", "rust java", "perl zig", "ada rust c"], &LIMITS);
    let entry = SlotEntry { document: document(FavoriteId(2), 2), text: "go lua".to_owned() };
    let (number, bytes) = (WriteNumber(2), slot_to_bytes(&[entry]).unwrap());
    store.lock().insert(ItemKey::Text { slot: 1 }, StoredItem { number, bytes });
    state.add_texts(TextSlot { slot: 1, number, versions: 1, bytes: 1 });
    assert!(state.plan(WriteNumber(3), &LIMITS));
    assert_eq!(state.compaction().map(|compaction| (compaction.texts, compaction.runs)), Some((1, 1)));
    (state, store)
}

fn compact(
    state: &IndexState,
    store: &Memory,
    is_over: bool,
) -> Result<Compacted, CompactionError<std::io::Error>> {
    now(state.compact(store, &WordsOfText, &LIMITS, || is_over))
        .map(|compacted| compacted.expect("one is under way"))
}

#[test]
fn a_compaction_that_stops_at_each_checkpoint_writes_the_same_as_one_that_does_not() {
    let (whole, stopping) = (due(), due());
    let expected = compact(&whole.0, &whole.1, false).unwrap();
    let (mut state, mut stops) = (stopping.0, 0);
    let found = loop {
        match compact(&state, &stopping.1, true).unwrap() {
            stopped @ Compacted::Stopped(_) => {
                assert!(state.note(WriteNumber(3), stopped));
                stops += 1;
            }
            finished @ Compacted::Finished(_) => break finished,
        }
    };
    assert!(stops >= 2, "{stops}");
    assert_eq!(found, expected);
    assert_eq!(*stopping.1.lock(), *whole.1.lock());
}

#[test]
fn an_index_without_favorites_gets_no_run() {
    let (mut state, store) = index_of(&["rust"], &LIMITS);
    let mut document = document(FavoriteId(1), 2);
    document.live = None;
    let (number, bytes) =
        (WriteNumber(2), slot_to_bytes(&[SlotEntry { document, text: String::new() }]).unwrap());
    store.lock().insert(ItemKey::Text { slot: 1 }, StoredItem { number, bytes });
    state.add_texts(TextSlot { slot: 1, number, versions: 1, bytes: 1 });
    assert!(state.plan(WriteNumber(3), &LIMITS));
    let compacted = compact(&state, &store, false).unwrap();
    assert_eq!(compacted, Compacted::Finished(None));
    assert!(state.note(WriteNumber(3), compacted));
    assert_eq!(state, IndexState::default());
}

#[test]
fn a_source_that_is_missing_or_damaged_is_named() {
    let keys: Vec<_> = due().1.lock().keys().copied().collect();
    for key in
        keys.into_iter().filter(|key| !matches!(key, ItemKey::Directory { .. } | ItemKey::Text { slot: 0 }))
    {
        let (state, store) = due();
        let whole = store.lock().remove(&key).unwrap();
        let error = compact(&state, &store, false).unwrap_err();
        assert!(
            matches!(&error, CompactionError::Read(ReadError::Other { key: named, .. }) if *named == key),
            "{error:?}"
        );
        let bytes = whole.bytes[..whole.bytes.len() - 1].to_vec();
        store.lock().insert(key, StoredItem { bytes, ..whole });
        let error = compact(&state, &store, false).unwrap_err();
        assert!(
            matches!(&error, CompactionError::Read(ReadError::Malformed { key: named, .. }) if *named == key),
            "{error:?}"
        );
    }
}

#[test]
fn blocks_that_are_not_in_the_order_of_terms_are_refused() {
    let (state, store) = due();
    let block = |block| ItemKey::Block { run: 0, block };
    let first = store.lock()[&block(0)].clone();
    let third = store.lock()[&block(2)].clone();
    store.lock().extend([(block(0), third), (block(2), first)]);
    let error = compact(&state, &store, false).unwrap_err();
    let is_it = |error: &_| {
        matches!(error, CompactionError::Read(ReadError::Malformed { source: Malformed::Order, .. }))
    };
    assert!(is_it(&error), "{error:?}");
}

#[test]
fn a_list_that_two_blocks_have_both_is_refused() {
    let (state, store) = due();
    let runs = state.runs()[0];
    let blocks = (0..runs.blocks).map(|block| ItemKey::Block { run: 0, block });
    let has_one_term = |key: &ItemKey| Block::read(&store.lock()[key].bytes).unwrap().entries().count() == 1;
    let key = blocks.clone().find(has_one_term).expect("a term has a block of its own");
    let ItemKey::Block { block, .. } = key else { unreachable!() };
    let same = store.lock()[&key].clone();
    store.lock().insert(ItemKey::Block { run: 0, block: block + 1 }, same);
    let error = compact(&state, &store, false).unwrap_err();
    assert!(matches!(&error, CompactionError::Malformed { source: Malformed::Order, .. }), "{error:?}");
}

#[test]
fn a_store_that_does_not_answer_ends_the_call() {
    let (state, mut store) = due();
    store.error = Some(std::io::ErrorKind::TimedOut);
    let error = compact(&state, &store, false).unwrap_err();
    assert!(matches!(&error, CompactionError::Read(ReadError::Store(_))), "{error:?}");
}
