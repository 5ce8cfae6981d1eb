//! The entry of one favorite in the catalogue.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{Hash, Hasher};

use serde::{Deserialize, Serialize};
use single_table::EpochSeconds;

use crate::limits::TOMBSTONE_KEEPS;
use crate::model::data_type::DataType;
use crate::model::favorite::{FavoriteData, TrashedFavorite};
use crate::model::ids::{DataId, TagId};

/// Entries by favorite.
pub(crate) type Entries = BTreeMap<DataId, Entry>;

/// A favorite has two items in the course of its life, and each has records of its own, which may come in any order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Entry {
    /// The favorite itself.
    pub(crate) live: Facet<Live>,
    /// The favorite in the trash, with the second in which it leaves the trash.
    pub(crate) trash: Facet<EpochSeconds>,
}

/// The latest known state of one item. The states of an item have an order: every edit raises the version, a
/// removal follows the version that it removes, and an item that comes back has a higher version than it had.
/// The version here is the [place](FavoriteData::place) among the states of all favorites that had the id, so
/// a favorite that is created again follows too.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) enum Facet<T> {
    /// No record of the item was seen, or its tombstone was forgotten.
    #[default]
    Unknown,
    /// The item is there.
    Present { version: u64, item: T },
    /// A tombstone: an older record that comes late must not bring the item back.
    Removed { version: u64, since: EpochSeconds },
}

/// The state of a favorite outside the trash.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Live {
    pub(crate) data_type: DataType,
    pub(crate) tag_ids: BTreeSet<TagId>,
    pub(crate) expire_time: Option<EpochSeconds>,
}

/// Returns the approximate bytes of entries in an item.
pub(super) fn bytes(entries: &Entries) -> usize {
    entries.values().map(Entry::bytes).sum()
}

/// The bytes of an entry's id and states.
pub(super) const WITHOUT_LIVE: usize = 24;

impl Live {
    pub(super) fn bytes(&self) -> usize {
        8 * self.tag_ids.len()
    }
}

/// A state of one of the two items, or a correction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Seen {
    Live(Facet<Live>),
    Trash(Facet<EpochSeconds>),
    /// A correction of the entry, regardless of versions.
    Wrong(Box<Correction>),
    /// The state of a favorite that the search index may lack. It changes no entry.
    Unindexed(Facet<Live>),
}

/// An entry with one wrong state, and the right one. The state is replaced unless it has changed since.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Correction {
    pub(super) found: Entry,
    pub(super) right: Entry,
}

impl<T> Facet<T> {
    /// The place of the state in the life of its item.
    fn rank(&self) -> u64 {
        match self {
            Self::Unknown => 0,
            Self::Present { version, .. } => version.saturating_mul(2),
            Self::Removed { version, .. } => version.saturating_mul(2).saturating_add(1),
        }
    }

    /// Replaces the state by a later one. An earlier state, or the same, changes nothing, so every record counts once.
    fn advance(&mut self, seen: Self) -> bool {
        let later = seen.rank() > self.rank();
        if later {
            *self = seen;
        }
        later
    }

    /// Returns the item if it is there.
    pub(crate) fn present(&self) -> Option<&T> {
        match self {
            Self::Present { item, .. } => Some(item),
            Self::Unknown | Self::Removed { .. } => None,
        }
    }

    /// Returns true for a tombstone.
    pub(super) fn is_removed(&self) -> bool {
        matches!(self, Self::Removed { .. })
    }

    /// Returns the same state with the item that `change` returns.
    pub(super) fn map<'a, U>(&'a self, change: impl FnOnce(&'a T) -> U) -> Facet<U> {
        match self {
            Self::Unknown => Facet::Unknown,
            Self::Present { version, item } => Facet::Present { version: *version, item: change(item) },
            Self::Removed { version, since } => Facet::Removed { version: *version, since: *since },
        }
    }

    /// Notes that the item is gone since then, unless nothing is known of it.
    pub(crate) fn remove(&mut self, since: EpochSeconds) {
        if let Self::Present { version, .. } | Self::Removed { version, .. } = *self {
            *self = Self::Removed { version, since };
        }
    }

    /// Replaces a wrong state, unless it has changed since it was found. A tombstone may have been forgotten since. Returns true if it
    /// changes the state.
    fn correct(&mut self, found: &Self, right: Self) -> bool
    where
        T: PartialEq,
    {
        let is_forgotten = *self == Self::Unknown && matches!(found, Self::Removed { .. });
        let is_wrong = *found != right && (*self == *found || is_forgotten);
        if is_wrong {
            *self = right;
        }
        is_wrong
    }

    /// Forgets a tombstone if no record can be older than it any more.
    fn forget(&mut self, now: EpochSeconds) {
        if let Self::Removed { since, .. } = self
            && since.plus(TOMBSTONE_KEEPS) <= now
        {
            *self = Self::Unknown;
        }
    }
}

impl<T: Hash> Facet<T> {
    /// Hashes the place of the state in the life of its item, and its content. The time of a removal does not count.
    pub(crate) fn hash_state(&self, hasher: &mut impl Hasher) {
        self.rank().hash(hasher);
        self.present().hash(hasher);
    }
}

impl Facet<Live> {
    /// The state that a favorite is in.
    pub(crate) fn of_favorite(favorite: &FavoriteData) -> Self {
        let item = Live {
            data_type: favorite.data_type(),
            tag_ids: favorite.tag_ids.clone(),
            expire_time: favorite.expire_time,
        };
        Self::Present { version: favorite.place(), item }
    }
}

impl Facet<EpochSeconds> {
    /// The state that a favorite in the trash is in.
    pub(crate) fn of_trashed(trashed: &TrashedFavorite) -> Self {
        Self::Present { version: trashed.favorite.place(), item: trashed.purge_time }
    }
}

impl Entry {
    /// Takes in a state that was seen. Returns true if it changes the entry.
    pub(crate) fn see(&mut self, seen: Seen) -> bool {
        match seen {
            Seen::Live(facet) => self.live.advance(facet),
            Seen::Trash(facet) => self.trash.advance(facet),
            Seen::Wrong(correction) => {
                let Correction { found, right } = *correction;
                let is_live_corrected = self.live.correct(&found.live, right.live);
                let is_trash_corrected = self.trash.correct(&found.trash, right.trash);
                is_live_corrected || is_trash_corrected
            }
            Seen::Unindexed(_) => false,
        }
    }

    /// Takes in all that another entry of the favorite knows.
    pub(crate) fn join(&mut self, other: Self) {
        self.live.advance(other.live);
        self.trash.advance(other.trash);
    }

    /// Returns the tags of the favorite if it is not in the trash.
    pub(super) fn tag_ids(&self) -> impl Iterator<Item = TagId> {
        self.live.present().into_iter().flat_map(|live| live.tag_ids.iter().copied())
    }

    /// Returns its approximate bytes in an item.
    pub(super) fn bytes(&self) -> usize {
        WITHOUT_LIVE + self.live.present().map_or(0, Live::bytes)
    }

    /// Forgets tombstones that have served their time. Returns true if the entry still knows something.
    pub(crate) fn forget(&mut self, now: EpochSeconds) -> bool {
        self.live.forget(now);
        self.trash.forget(now);
        *self != Self::default()
    }
}

#[cfg(test)]
#[path = "entry_tests.rs"]
mod tests;
