use super::*;
use crate::index::StoredItem;
use crate::samples::{index_of, now};
use crate::write_number::WriteNumber;

const LIMITS: IndexLimits =
    IndexLimits { block_bytes: 12, blocks_in_part: 2, documents_in_item: 3, ..IndexLimits::STORED };

#[test]
fn a_check_names_each_item_that_is_missing_other_or_damaged() {
    let texts = ["rust go", "go c", "rust java", "perl", "zig"];
    let (state, store) = index_of(&texts, &LIMITS);
    assert!(now(state.check(&store, &LIMITS)).is_ok());
    let keys: Vec<_> = store.lock().keys().copied().filter(|key| state.needs(key, WriteNumber(1))).collect();
    let count = |is_it: fn(&ItemKey) -> bool| keys.iter().filter(|key| is_it(key)).count();
    assert!(
        count(|key| matches!(key, ItemKey::Directory { .. })) > 2
            && count(|key| matches!(key, ItemKey::Documents { .. })) == 2
    );
    for key in keys {
        let whole = store.lock().remove(&key).unwrap();
        let error = now(state.check(&store, &LIMITS)).unwrap_err();
        assert!(
            matches!(&error, ReadError::Other { key: named, found: None, .. } if *named == key),
            "{error:?}"
        );
        let other = StoredItem { number: WriteNumber(2), ..whole.clone() };
        store.lock().insert(key, other);
        let error = now(state.check(&store, &LIMITS)).unwrap_err();
        assert!(matches!(&error, ReadError::Other { key: named, .. } if *named == key), "{error:?}");
        let bytes = whole.bytes[..whole.bytes.len() - 1].to_vec();
        store.lock().insert(key, StoredItem { bytes, ..whole.clone() });
        let error = now(state.check(&store, &LIMITS)).unwrap_err();
        assert!(matches!(&error, ReadError::Malformed { key: named, .. } if *named == key), "{error:?}");
        store.lock().insert(key, whole);
    }
}

#[test]
fn a_block_that_begins_elsewhere_than_the_directory_says_is_damaged() {
    let (state, store) = index_of(&["rust go", "go c", "rust java"], &LIMITS);
    let key = |block| ItemKey::Block { run: 0, block };
    let first = store.lock().get(&key(0)).cloned().unwrap();
    store.lock().insert(key(1), first);
    let error = now(state.check(&store, &LIMITS)).unwrap_err();
    assert!(matches!(&error, ReadError::Malformed { source: Malformed::Order, .. }), "{error:?}");
}
