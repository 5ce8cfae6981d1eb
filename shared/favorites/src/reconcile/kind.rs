//! The two items of a favorite, each as reconciliation reads it.

use std::collections::BTreeSet;

use single_table::view::{ConsistentView, View};
use single_table::{Entity, EpochSeconds, Query, Timestamp};

use crate::catalogue::{Entry, Facet};
use crate::favorite::{FavoriteData, FavoriteDataItems, TrashedFavorite, TrashedFavoriteItems};
use crate::ids::{DataId, TagId, UserId};
use crate::table::FavoritesTable;

/// A kind of item that the catalogue knows the state of.
pub(super) trait Kind: Entity<Table = FavoritesTable> {
    /// Those of a person.
    type Items: View<Table = FavoritesTable, Item = Self> + ConsistentView;

    fn items(user: UserId) -> Query<Self::Items>;
    fn data_id(&self) -> DataId;
    /// When it last changed.
    fn changed(&self) -> Timestamp;
    /// The tags that it has, as far as they must exist.
    fn tags(&self) -> BTreeSet<TagId>;
    /// Has the entry say what it is.
    fn set(&self, entry: &mut Entry);
    /// Whether the catalogue takes it to be there.
    fn is_present(entry: &Entry) -> bool;
    /// Has the entry say that it is gone.
    fn remove(entry: &mut Entry, since: EpochSeconds);
}

impl Kind for FavoriteData {
    type Items = FavoriteDataItems;

    fn items(user: UserId) -> Query<Self::Items> {
        FavoriteDataItems::query(user)
    }

    fn data_id(&self) -> DataId {
        self.data_id
    }

    fn changed(&self) -> Timestamp {
        self.update_time
    }

    fn tags(&self) -> BTreeSet<TagId> {
        self.tag_ids.clone()
    }

    fn set(&self, entry: &mut Entry) {
        entry.live = Facet::of_favorite(self);
    }

    fn is_present(entry: &Entry) -> bool {
        entry.live.present().is_some()
    }

    fn remove(entry: &mut Entry, since: EpochSeconds) {
        entry.live.remove(since);
    }
}

impl Kind for TrashedFavorite {
    type Items = TrashedFavoriteItems;

    fn items(user: UserId) -> Query<Self::Items> {
        TrashedFavoriteItems::query(user)
    }

    fn data_id(&self) -> DataId {
        self.data_id
    }

    fn changed(&self) -> Timestamp {
        self.delete_time
    }

    /// A tag that is gone is left out when the favorite is restored.
    fn tags(&self) -> BTreeSet<TagId> {
        BTreeSet::new()
    }

    fn set(&self, entry: &mut Entry) {
        entry.trash = Facet::of_trashed(self);
    }

    fn is_present(entry: &Entry) -> bool {
        entry.trash.present().is_some()
    }

    fn remove(entry: &mut Entry, since: EpochSeconds) {
        entry.trash.remove(since);
    }
}
