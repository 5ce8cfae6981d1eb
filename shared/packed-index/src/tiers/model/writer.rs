//! The writer of changes.

use std::collections::BTreeMap;

use super::favorite::Change;
use super::head::{Head, LIMITS};
use super::store::Store;
use crate::text_slot::slot_to_bytes;
use crate::tiers::{ItemKey, Put, TextSlot};
use crate::write_number::WriteNumber;

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
    let content = slot_to_bytes(&entries).expect("the ids of a map are in order");
    let versions = u8::try_from(entries.len()).expect("batches are small");
    let bytes = u32::try_from(content.len()).expect("batches are small");
    for slot in head.index.free_slots(&LIMITS, content.len()) {
        if store.put(Put::new(ItemKey::Text { slot }, number, content.clone())).is_ok() {
            let mut after = head.clone();
            after.index.add_texts(TextSlot { slot, number, versions, bytes });
            after.changes += batch.count();
            return Some(after);
        }
    }
    None
}
