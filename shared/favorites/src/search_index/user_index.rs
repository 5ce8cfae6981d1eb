//! The part of the search index that the head of the catalogue holds.

use std::collections::BTreeMap;

use packed_index::{
    FAVORITES_IN_SLOT, FavoriteId, IndexState, SLOT_TEXT_BYTES, SlotEntry, WriteNumber, slot_from_bytes,
    slot_to_bytes,
};
use serde::{Deserialize, Serialize};
use single_table::Timestamp;

use crate::error::Error;

/// The index of one user: the state that names all visible items, and the newest versions, which are in no item yet.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct UserIndex {
    pub(crate) state: IndexState,
    /// The versions that are in no text slot yet, by favorite.
    pub(crate) recent: BTreeMap<FavoriteId, SlotEntry>,
    /// The number below all numbers that this index gives to its items. It is 0, unless an earlier index of the user was lost,
    /// whose items are still there.
    first_number: u64,
    /// True if an earlier index was lost, and favorites are missing that reconciliation has not added again yet.
    is_partial: bool,
}

/// Versions for a text slot, and its stored form.
pub(super) type PackedSlot = (Vec<SlotEntry>, Vec<u8>);

/// The stored form.
#[derive(Serialize, Deserialize)]
struct Stored<'a> {
    first_number: u64,
    is_partial: bool,
    #[serde(with = "serde_bytes")]
    state: &'a [u8],
    /// The recent versions, in the form of text slots.
    #[serde(borrow)]
    recent: Vec<&'a serde_bytes::Bytes>,
}

impl UserIndex {
    /// Returns an index in place of one that was lost at this time. Its numbers and generations are higher than those of the items
    /// that are left of the lost one: an index has far less than a write in a millisecond, and a generation in a second.
    pub(crate) fn after_loss(now: Timestamp) -> Self {
        let first_number = u64::try_from(now.as_unix_millis()).unwrap_or_default();
        let generation = u32::try_from(now.unix_seconds()).unwrap_or(u32::MAX / 2);
        let state = IndexState::after_generation(generation);
        Self { state, first_number, is_partial: true, ..Self::default() }
    }

    /// Returns the index with these versions in the head, however many there are.
    pub(crate) fn with(mut self, versions: Vec<SlotEntry>) -> Self {
        self.add(versions);
        self
    }

    /// Returns the index without merges under way, whose items may be lost.
    pub(super) fn without_merges(&self) -> Self {
        Self { state: self.state.without_merges(), ..self.clone() }
    }

    /// Returns an index in place of this one, which lacks all favorites. The items of this one are deleted later.
    pub(super) fn rebuilt(&self, now: Timestamp) -> Self {
        let after_loss = Self::after_loss(now);
        let first_number = after_loss.first_number.max(self.first_number + 1);
        Self { state: self.state.rebuilt(), first_number, ..after_loss }
    }

    /// Returns the number of the loss after which the index was begun, if it lacks favorites since then.
    pub(crate) fn loss(&self) -> Option<u64> {
        self.is_partial.then_some(self.first_number)
    }

    /// Notes that all favorites were added again since the loss with this number. Returns false if another loss came later.
    pub(crate) fn is_whole_after(&mut self, loss: u64) -> bool {
        let is_last = self.loss() == Some(loss);
        self.is_partial &= !is_last;
        is_last
    }

    /// Returns the number of the items that a writer puts who has read the head at this revision.
    pub(super) fn number_after(&self, revision: u64) -> WriteNumber {
        WriteNumber(self.first_number + revision + 1)
    }

    /// Adds versions. They replace older ones of the same favorites.
    pub(super) fn add(&mut self, versions: impl IntoIterator<Item = SlotEntry>) {
        self.recent.extend(versions.into_iter().map(|entry| (entry.document.id, entry)));
    }

    /// Returns the newest versions that are in no run, by favorite. `texts` are those in the text slots.
    pub(crate) fn with_texts(&self, texts: Vec<SlotEntry>) -> BTreeMap<FavoriteId, SlotEntry> {
        let mut newest = self.recent.clone();
        for entry in texts {
            let known = newest.entry(entry.document.id).or_insert_with(|| entry.clone());
            if known.document.version < entry.document.version {
                *known = entry;
            }
        }
        newest
    }

    /// Returns the bytes of the recent versions in the form of text slots.
    pub(super) fn recent_bytes(&self) -> Result<usize, Error> {
        Ok(self.recent_slots()?.iter().map(|(_, bytes)| bytes.len()).sum())
    }

    /// Returns the recent versions in the form of text slots, newest first.
    pub(super) fn recent_slots(&self) -> Result<Vec<PackedSlot>, Error> {
        let slots = of_slots(self.recent.values().rev().cloned()).into_iter();
        let packed = slots.map(|entries| slot_to_bytes(&entries).map(|bytes| (entries, bytes)));
        packed.collect::<Result<_, _>>().map_err(Error::catalogue)
    }

    /// Returns the stored form, which is empty for an empty index.
    pub(crate) fn pack(&self) -> Result<Vec<u8>, Error> {
        if *self == Self::default() {
            return Ok(Vec::new());
        }
        let Self { first_number, is_partial, .. } = *self;
        let state = self.state.to_bytes().map_err(Error::catalogue)?;
        let recent = self.recent_slots()?;
        let recent = recent.iter().map(|(_, bytes)| serde_bytes::Bytes::new(bytes)).collect();
        let stored = Stored { first_number, is_partial, state: &state, recent };
        postcard::to_allocvec(&stored).map_err(Error::catalogue)
    }

    /// Reads the stored form.
    pub(crate) fn read(stored: &[u8]) -> Result<Self, Error> {
        if stored.is_empty() {
            return Ok(Self::default());
        }
        let Stored { first_number, is_partial, state, recent } =
            postcard::from_bytes(stored).map_err(Error::catalogue)?;
        let state = IndexState::from_bytes(state).map_err(Error::catalogue)?;
        let mut index = Self { state, recent: BTreeMap::new(), first_number, is_partial };
        for slot in recent {
            index.add(slot_from_bytes(slot).map_err(Error::catalogue)?);
        }
        Ok(index)
    }
}

/// Divides versions into those of one slot each.
fn of_slots(entries: impl Iterator<Item = SlotEntry>) -> Vec<Vec<SlotEntry>> {
    let mut slots: Vec<Vec<SlotEntry>> = Vec::new();
    let mut bytes = 0;
    for entry in entries {
        // Each text ends with a byte of its own.
        let more = entry.text.len() + 1;
        match slots.last_mut() {
            Some(slot) if slot.len() < FAVORITES_IN_SLOT && bytes + more <= SLOT_TEXT_BYTES => {
                bytes += more;
                slot.push(entry);
            }
            _ => {
                bytes = more;
                slots.push(vec![entry]);
            }
        }
    }
    slots
}
