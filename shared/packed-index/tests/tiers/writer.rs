//! The writer of changes.

use std::collections::BTreeMap;

use packed_index::{WriteNumber, slot_to_bytes};

use crate::favorite::Change;
use crate::head::{Head, TEXT_SLOTS};
use crate::store::{Key, Put, Store};

/// Puts a text slot with the next changes, and returns the head that makes it visible. Returns `None` if no slot is free: the head
/// must first have a higher revision, or a merge must free slots.
pub(crate) fn put_batch(store: &mut Store, head: &Head, changes: &[Change], size: usize) -> Option<Head> {
    let number = WriteNumber(head.revision + 1);
    let versions = (head.changes + 1)..;
    let batch = versions.zip(changes.iter().skip(head.changes)).take(size);
    // The last change of a favorite counts.
    let entries: BTreeMap<_, _> =
        batch.clone().map(|(version, change)| (change.id, change.entry(version))).collect();
    let entries: Vec<_> = entries.into_values().rev().collect();
    let bytes = slot_to_bytes(&entries).expect("the ids of a map are in order");
    let is_listed = |slot: u8| head.texts.iter().any(|(listed, _)| *listed == slot);
    for slot in (0..TEXT_SLOTS).rev().filter(|slot| !is_listed(*slot)) {
        if store.put(Put { key: Key::Text(slot), number, bytes: bytes.clone() }).is_ok() {
            let mut after = head.clone();
            after.texts.push((slot, number));
            after.changes += batch.count();
            return Some(after);
        }
    }
    None
}
