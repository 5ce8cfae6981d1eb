//! Reads of text slots.

use packed_index::{ItemKey, ReadError, SearchItems, SlotEntry, TextSlot, WriteNumber, slot_from_bytes};

use super::read_error;
use super::user_items::UserItems;
use crate::error::Error;

impl UserItems<'_> {
    /// Reads text slots, and returns the versions in all of them.
    pub(crate) async fn texts(&self, slots: &[TextSlot]) -> Result<Vec<SlotEntry>, Error> {
        let key = |slot: &TextSlot| (ItemKey::Text { slot: slot.slot }, slot.number);
        let keys: Vec<(ItemKey, WriteNumber)> = slots.iter().map(key).collect();
        let items = SearchItems::read(self, &keys).await?;
        let mut entries = Vec::new();
        for ((key, expected), item) in keys.into_iter().zip(items) {
            let found = item.as_ref().map(|item| item.number);
            let Some(item) = item.filter(|item| item.number == expected) else {
                return Err(read_error(ReadError::Other { key, expected, found }));
            };
            let read = slot_from_bytes(&item.bytes);
            entries.extend(read.map_err(|source| read_error(ReadError::Malformed { key, source }))?);
        }
        Ok(entries)
    }
}
