//! What the catalogue knows of one favorite.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use single_table::EpochSeconds;

use crate::data_type::DataType;
use crate::favorite::{FavoriteData, TrashedFavorite};
use crate::ids::{DataId, TagId};
use crate::limits::TOMBSTONE_KEEPS;
use crate::search_text::SearchText;

/// Entries by favorite.
pub(crate) type Entries = BTreeMap<DataId, Entry>;

/// A favorite has two items in the course of its life, and each has records of its own, which may come in any order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Entry {
    /// The favorite itself.
    pub(crate) live: Facet<Live>,
    /// The favorite in the trash.
    pub(crate) trash: Facet<()>,
}

/// The latest known state of one item. The states of an item have an order: every edit raises the version, a removal follows
/// the version that it removes, and an item that comes back has a higher version than it had.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) enum Facet<T> {
    /// No record has told of it, or what it told is long settled.
    #[default]
    Unknown,
    /// The item is there.
    Present { version: u64, item: T },
    /// A tombstone: an older record that comes late must not bring the item back.
    Removed { version: u64, since: EpochSeconds },
}

/// What the catalogue keeps of a favorite that is not in the trash.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Live {
    pub(crate) data_type: DataType,
    pub(crate) tag_ids: BTreeSet<TagId>,
    pub(crate) expire_time: Option<EpochSeconds>,
    pub(crate) text: SearchText,
}

/// About how many bytes entries take in an item.
pub(super) fn bytes(entries: &Entries) -> usize {
    entries.values().map(Entry::bytes).sum()
}

/// The bytes of an entry's id and states.
const WITHOUT_LIVE: usize = 24;

impl Live {
    fn bytes(&self) -> usize {
        self.text.text.len() + 8 * self.tag_ids.len()
    }
}

/// The state of one item of a favorite, as a record or the table shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Sighting {
    pub(crate) data_id: DataId,
    pub(crate) seen: Seen,
}

/// Which of the two items it is, and how it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Seen {
    Live(Facet<Live>),
    Trash(Facet<()>),
    /// That the entry should be otherwise, whatever the versions say.
    Wrong(Box<Correction>),
}

/// What is to be instead of an entry, unless it has changed since.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Correction {
    found: Entry,
    right: Entry,
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

    /// Goes on to a later state. An earlier one, or the same, changes nothing: that is what makes every record count once.
    fn advance(&mut self, seen: Self) -> bool {
        let later = seen.rank() > self.rank();
        if later {
            *self = seen;
        }
        later
    }

    /// The item, where it is there.
    pub(crate) fn present(&self) -> Option<&T> {
        match self {
            Self::Present { item, .. } => Some(item),
            Self::Unknown | Self::Removed { .. } => None,
        }
    }

    /// The version that it is at, or had when it was removed.
    pub(crate) fn version(&self) -> u64 {
        self.rank() / 2
    }

    /// The same state of what `change` makes of the item.
    pub(super) fn map<'a, U>(&'a self, change: impl FnOnce(&'a T) -> U) -> Facet<U> {
        match self {
            Self::Unknown => Facet::Unknown,
            Self::Present { version, item } => Facet::Present { version: *version, item: change(item) },
            Self::Removed { version, since } => Facet::Removed { version: *version, since: *since },
        }
    }

    /// Notes that the item is gone, where it was thought to be there.
    pub(crate) fn remove(&mut self, since: EpochSeconds) {
        if let Self::Present { version, .. } = *self {
            *self = Self::Removed { version, since };
        }
    }

    /// Forgets a tombstone that no record can pass any more.
    fn forget(&mut self, now: EpochSeconds) {
        if let Self::Removed { since, .. } = self
            && since.plus(TOMBSTONE_KEEPS) <= now
        {
            *self = Self::Unknown;
        }
    }
}

impl Facet<Live> {
    /// The state that a favorite is in.
    pub(crate) fn of_favorite(favorite: &FavoriteData) -> Self {
        let item = Live {
            data_type: favorite.data_type(),
            tag_ids: favorite.tag_ids.clone(),
            expire_time: favorite.expire_time,
            text: SearchText::of(favorite),
        };
        Self::Present { version: favorite.version, item }
    }
}

impl Facet<()> {
    /// The state that a favorite in the trash is in.
    pub(crate) fn of_trashed(trashed: &TrashedFavorite) -> Self {
        Self::Present { version: trashed.favorite.version, item: () }
    }
}

impl Entry {
    /// Takes in what was seen. Whether it is news.
    pub(crate) fn see(&mut self, seen: Seen) -> bool {
        match seen {
            Seen::Live(facet) => self.live.advance(facet),
            Seen::Trash(facet) => self.trash.advance(facet),
            Seen::Wrong(correction) => {
                let unchanged = *self == correction.found;
                if unchanged {
                    *self = correction.right;
                }
                unchanged
            }
        }
    }

    /// Takes in all that another entry of the favorite knows.
    pub(crate) fn join(&mut self, other: Self) {
        self.live.advance(other.live);
        self.trash.advance(other.trash);
    }

    /// The tags of the favorite, where it is not in the trash.
    pub(super) fn tag_ids(&self) -> impl Iterator<Item = TagId> {
        self.live.present().into_iter().flat_map(|live| live.tag_ids.iter().copied())
    }

    /// About how many bytes it takes in an item.
    pub(super) fn bytes(&self) -> usize {
        WITHOUT_LIVE + self.live.present().map_or(0, Live::bytes)
    }

    /// Forgets tombstones that have served their time. Whether anything is left to know.
    pub(crate) fn forget(&mut self, now: EpochSeconds) -> bool {
        self.live.forget(now);
        self.trash.forget(now);
        *self != Self::default()
    }
}

impl Sighting {
    /// A favorite that is there.
    pub(crate) fn favorite(favorite: &FavoriteData) -> Self {
        Self { data_id: favorite.data_id, seen: Seen::Live(Facet::of_favorite(favorite)) }
    }

    /// A favorite whose item was removed.
    pub(crate) fn favorite_gone(data_id: DataId, version: u64, since: EpochSeconds) -> Self {
        Self { data_id, seen: Seen::Live(Facet::Removed { version, since }) }
    }

    /// An entry that should be otherwise.
    pub(crate) fn wrong(data_id: DataId, found: Entry, right: Entry) -> Self {
        Self { data_id, seen: Seen::Wrong(Box::new(Correction { found, right })) }
    }

    /// A favorite that lies in the trash.
    pub(crate) fn trashed(trashed: &TrashedFavorite) -> Self {
        Self { data_id: trashed.data_id, seen: Seen::Trash(Facet::of_trashed(trashed)) }
    }

    /// A favorite that was taken out of the trash, one way or the other.
    pub(crate) fn trashed_gone(data_id: DataId, version: u64, since: EpochSeconds) -> Self {
        Self { data_id, seen: Seen::Trash(Facet::Removed { version, since }) }
    }
}

impl Sighting {
    /// About how many bytes it adds to an item.
    pub(crate) fn bytes(&self) -> usize {
        let live = match &self.seen {
            Seen::Live(facet) => facet.present(),
            Seen::Wrong(correction) => correction.right.live.present(),
            Seen::Trash(_) => None,
        };
        WITHOUT_LIVE + live.map_or(0, Live::bytes)
    }
}

#[cfg(test)]
#[path = "entry_tests.rs"]
mod tests;
