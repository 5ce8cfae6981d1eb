//! The part of the search index that the head of the catalogue holds.

use std::collections::BTreeMap;

use packed_index::{
    FAVORITES_IN_SLOT, FavoriteId, IndexState, SLOT_TEXT_BYTES, SlotEntry, WriteNumber, slot_from_bytes,
    slot_to_bytes,
};
use serde::{Deserialize, Serialize};
use single_table::{EpochSeconds, Timestamp};

use super::terms::ANALYSIS;
use crate::error::Error;

/// The index of one user: the state that names all visible items, and the newest versions, which are in no item yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct UserIndex {
    pub(crate) state: IndexState,
    /// The versions that are in no text slot yet, by favorite.
    pub(crate) recent: BTreeMap<FavoriteId, SlotEntry>,
    /// The number below all numbers that this index gives to its items. It is 0, unless favorites were lost.
    first_number: u64,
    /// True if favorites are missing that reconciliation has not added again yet.
    is_partial: bool,
    /// The [analysis](ANALYSIS) by which all terms were made.
    analysis: u32,
    /// The analysis of the versions that are added now. Another one than `analysis` if a rebuild is under
    /// way.
    next_analysis: u32,
    /// The time of the first change since the last compaction of everything that leaves terms behind which
    /// are not valid any more.
    pub(super) deleted_since: Option<EpochSeconds>,
    /// True if the items that the state does not name are to be deleted after the compaction under way.
    pub(super) cleans: bool,
}

impl Default for UserIndex {
    fn default() -> Self {
        Self {
            state: IndexState::default(),
            recent: BTreeMap::new(),
            first_number: 0,
            is_partial: false,
            analysis: ANALYSIS,
            next_analysis: ANALYSIS,
            deleted_since: None,
            cleans: false,
        }
    }
}

/// Versions for a text slot, and its stored form.
pub(super) type PackedSlot = (Vec<SlotEntry>, Vec<u8>);

/// The stored form.
#[derive(Serialize, Deserialize)]
struct Stored<'a> {
    first_number: u64,
    is_partial: bool,
    analysis: [u32; 2],
    deleted_since: Option<u64>,
    cleans: bool,
    #[serde(with = "serde_bytes")]
    state: &'a [u8],
    /// The recent versions, in the form of text slots.
    #[serde(borrow)]
    recent: Vec<&'a serde_bytes::Bytes>,
}

impl UserIndex {
    /// Returns an index in place of one that was lost at this time. The items of the lost one are deleted
    /// later.
    pub(crate) fn after_loss(now: Timestamp) -> Self {
        let mut index = Self { deleted_since: Some(EpochSeconds::of(now)), ..Self::default() };
        index.lose(now);
        index
    }

    /// Returns the index with these versions in the head, however many there are.
    pub(crate) fn with(mut self, versions: Vec<SlotEntry>) -> Self {
        self.add(versions);
        self
    }

    /// Returns an index in place of this one, which lacks all favorites. The items of this one are deleted later.
    pub(super) fn rebuilt(&self, now: Timestamp) -> Self {
        let mut index = Self { first_number: self.first_number, ..Self::after_loss(now) };
        index.lose(now);
        index
    }

    /// Returns the index without the compaction under way, which begins again.
    pub(super) fn without_compaction(&self) -> Self {
        Self { state: self.state.without_compaction(), ..self.clone() }
    }

    /// Notes that favorites are missing. The numbers of items are higher from now on than all that an index
    /// has given, which has far less than a write in a millisecond.
    fn lose(&mut self, now: Timestamp) {
        let number = u64::try_from(now.as_unix_millis()).unwrap_or_default();
        self.first_number = number.max(self.first_number + 1);
        self.is_partial = true;
        self.next_analysis = ANALYSIS;
    }

    /// Returns true if all terms were made by the analysis of this version of the program. Otherwise a search
    /// can't look words up.
    pub(crate) fn is_of_this_analysis(&self) -> bool {
        self.analysis == ANALYSIS && self.next_analysis == ANALYSIS
    }

    /// Begins a rebuild if another version of the program has made the terms. Returns true if one begins.
    pub(super) fn rebuild_if_of_other_analysis(&mut self, now: Timestamp) -> bool {
        let is_other = self.next_analysis != ANALYSIS;
        if is_other {
            self.lose(now);
        }
        is_other
    }

    /// Drops the newest versions that are in no text slot if they have more bytes than the head may hold.
    /// Returns true if it dropped some: then a rebuild begins.
    pub(super) fn drop_versions_beyond(&mut self, most: usize, now: Timestamp) -> bool {
        let is_too_much = self.recent_bytes().is_ok_and(|bytes| bytes > most);
        if is_too_much {
            tracing::error!(
                bytes = self.recent_bytes().ok(),
                most,
                "the search index takes no more versions"
            );
            self.recent.clear();
            self.lose(now);
        }
        is_too_much
    }

    /// Returns the number of the loss after which the index was begun, if it lacks favorites since then.
    pub(crate) fn loss(&self) -> Option<u64> {
        self.is_partial.then_some(self.first_number)
    }

    /// Notes that all favorites were added again since the loss with this number. Returns false if another loss came later.
    pub(crate) fn is_whole_after(&mut self, loss: u64) -> bool {
        let is_last = self.loss() == Some(loss);
        if is_last {
            self.is_partial = false;
            self.analysis = self.next_analysis;
        }
        is_last
    }

    /// Returns the number of the items that a writer puts who has read the head at this revision.
    pub(crate) fn number_after(&self, revision: u64) -> WriteNumber {
        WriteNumber(self.first_number + revision + 1)
    }

    /// Adds the versions of changes. Those that replace others leave terms behind.
    pub(super) fn add_changes(&mut self, versions: Vec<SlotEntry>, now: Timestamp) {
        if versions.iter().any(|version| version.document.replaces_older) {
            self.deleted_since.get_or_insert(EpochSeconds::of(now));
        }
        self.add(versions);
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
        let Self { first_number, is_partial, cleans, .. } = *self;
        let state = self.state.to_bytes().map_err(Error::catalogue)?;
        let recent = self.recent_slots()?;
        let recent = recent.iter().map(|(_, bytes)| serde_bytes::Bytes::new(bytes)).collect();
        let stored = Stored {
            first_number,
            is_partial,
            analysis: [self.analysis, self.next_analysis],
            deleted_since: self.deleted_since.map(EpochSeconds::get),
            cleans,
            state: &state,
            recent,
        };
        postcard::to_allocvec(&stored).map_err(Error::catalogue)
    }

    /// Reads the stored form.
    pub(crate) fn read(stored: &[u8]) -> Result<Self, Error> {
        if stored.is_empty() {
            return Ok(Self::default());
        }
        let Stored {
            first_number,
            is_partial,
            analysis: [analysis, next_analysis],
            deleted_since,
            cleans,
            state,
            recent,
        } = postcard::from_bytes(stored).map_err(Error::catalogue)?;
        let mut index = Self {
            state: IndexState::from_bytes(state).map_err(Error::catalogue)?,
            recent: BTreeMap::new(),
            first_number,
            is_partial,
            analysis,
            next_analysis,
            deleted_since: deleted_since.map(EpochSeconds::new),
            cleans,
        };
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

#[cfg(test)]
#[path = "user_index_tests.rs"]
mod tests;
