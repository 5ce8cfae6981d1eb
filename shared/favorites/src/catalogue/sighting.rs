//! Sightings: the states of items, as records or reads show them.

use single_table::EpochSeconds;

use crate::catalogue::entry::{Correction, Entry, Facet, Live, Seen, WITHOUT_LIVE};
use crate::model::favorite::{FavoriteData, TrashedFavorite};
use crate::model::ids::DataId;
use crate::search_text::SearchText;

/// The state of one item of a favorite, as a record or the table shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Sighting {
    pub(crate) data_id: DataId,
    pub(crate) seen: Seen,
    /// The text of a favorite outside the trash, for the search index. Entries don't have it.
    pub(crate) text: SearchText,
    /// The time at which the record was written that shows the state. `None`: the item was read.
    pub(crate) written: Option<EpochSeconds>,
    /// True if no earlier state of the item is believed any more. Its removal then needs no tombstone.
    is_past: bool,
}

impl Sighting {
    /// A state that was read.
    pub(super) fn new(data_id: DataId, seen: Seen, text: SearchText) -> Self {
        Self { data_id, seen, text, written: None, is_past: false }
    }

    /// A favorite that is there.
    pub(crate) fn favorite(favorite: &FavoriteData) -> Self {
        let seen = Seen::Live(Facet::of_favorite(favorite));
        Self::new(favorite.data_id, seen, SearchText::of(favorite))
    }

    /// A favorite that the search index may lack.
    pub(crate) fn unindexed(favorite: &FavoriteData) -> Self {
        let seen = Seen::Unindexed(Facet::of_favorite(favorite));
        Self::new(favorite.data_id, seen, SearchText::of(favorite))
    }

    /// A correction of an entry that is wrong. `text` is that of the favorite, if it is outside the trash.
    pub(crate) fn wrong(data_id: DataId, found: Entry, right: Entry, text: SearchText) -> Self {
        Self::new(data_id, Seen::Wrong(Box::new(Correction { found, right })), text)
    }

    /// A favorite that lies in the trash.
    pub(crate) fn trashed(trashed: &TrashedFavorite) -> Self {
        let seen = Seen::Trash(Facet::of_trashed(trashed));
        Self::new(trashed.data_id, seen, SearchText::default())
    }

    /// Returns the sighting as that of a record of this time.
    pub(crate) fn written_at(self, written: Option<EpochSeconds>) -> Self {
        Self { written, ..self }
    }

    /// Returns the sighting as one of an item of which no earlier state is believed any more.
    pub(super) fn of_the_past(self) -> Self {
        Self { is_past: true, ..self }
    }

    /// Returns true if the item is gone.
    pub(super) fn is_gone(&self) -> bool {
        match &self.seen {
            Seen::Live(facet) => facet.is_removed(),
            Seen::Trash(facet) => facet.is_removed(),
            Seen::Wrong(_) | Seen::Unindexed(_) => false,
        }
    }

    /// Returns true if the sighting says nothing new about an item with this entry: the item is gone, the entry does not know it, and no
    /// tombstone is needed.
    pub(super) fn is_idle(&self, entry: &Entry) -> bool {
        let is_unknown = match &self.seen {
            Seen::Live(_) => entry.live == Facet::Unknown,
            Seen::Trash(_) => entry.trash == Facet::Unknown,
            Seen::Wrong(_) | Seen::Unindexed(_) => false,
        };
        self.is_past && is_unknown && self.is_gone()
    }

    /// Returns the sighting of the same item after its removal.
    pub(crate) fn gone(mut self, since: EpochSeconds) -> Self {
        match &mut self.seen {
            Seen::Live(facet) => facet.remove(since),
            Seen::Trash(facet) => facet.remove(since),
            // Neither belongs to one item.
            Seen::Wrong(_) | Seen::Unindexed(_) => {}
        }
        self
    }

    /// Returns the approximate bytes that it adds to an item.
    pub(crate) fn bytes(&self) -> usize {
        let live = match &self.seen {
            Seen::Live(facet) | Seen::Unindexed(facet) => facet.present(),
            Seen::Wrong(correction) => correction.right.live.present(),
            Seen::Trash(_) => None,
        };
        WITHOUT_LIVE + self.text.as_str().len() + live.map_or(0, Live::bytes)
    }
}
