//! The two items of a favorite, each as reconciliation reads it.

use std::collections::BTreeSet;
use std::hash::Hash;

use serde::{Deserialize, Serialize};
use single_table::query::SomeSortKeys;
use single_table::view::{ConsistentView, View};
use single_table::{Entity, EpochSeconds, Query, Timestamp};

use crate::catalogue::{Entry, Facet, Live, Sighting};
use crate::model::favorite::{FavoriteData, FavoriteDataItems, TrashedFavorite, TrashedFavoriteItems};
use crate::model::ids::{DataId, TagId, UserId};
use crate::search_text::SearchText;
use crate::table::FavoritesTable;

/// Names the item of a favorite that a difference is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) enum ItemKind {
    /// The favorite itself.
    Live,
    /// The favorite in the trash.
    Trash,
}

/// A kind of item whose state the catalogue knows.
pub(super) trait Kind: Entity<Table = FavoritesTable> {
    /// The items of a user.
    type Items: View<Table = FavoritesTable, Item = Self> + ConsistentView;
    /// The part of an item that an entry holds.
    type Known: Hash;
    const KIND: ItemKind;

    /// Queries the items from the first id to the last.
    fn items(user: UserId, first: DataId, last: DataId) -> Query<Self::Items, SomeSortKeys>;
    fn data_id(&self) -> DataId;
    /// Returns the time of the last change.
    fn changed(&self) -> Timestamp;
    /// Returns the tags that must exist at `now`.
    fn tags(&self, now: Timestamp) -> BTreeSet<TagId>;
    /// Returns the state that an entry should know.
    fn state(&self) -> Facet<Self::Known>;
    /// Returns the text that search reads.
    fn text(&self) -> SearchText;
    /// Returns the sighting of an item that the search index may lack, if it can have the item.
    fn unindexed(&self) -> Option<Sighting>;
    /// Returns the state that an entry knows.
    fn known(entry: &Entry) -> &Facet<Self::Known>;
    /// Returns the state that an entry knows, to change it.
    fn known_mut(entry: &mut Entry) -> &mut Facet<Self::Known>;
}

impl Kind for FavoriteData {
    type Items = FavoriteDataItems;
    type Known = Live;
    const KIND: ItemKind = ItemKind::Live;

    fn items(user: UserId, first: DataId, last: DataId) -> Query<Self::Items, SomeSortKeys> {
        FavoriteDataItems::query(user).between(&(first,), &(last,))
    }

    fn data_id(&self) -> DataId {
        self.data_id
    }

    fn changed(&self) -> Timestamp {
        self.update_time
    }

    /// A clean-up can't take a tag off a favorite that has expired, and nobody sees the tag there any more.
    fn tags(&self, now: Timestamp) -> BTreeSet<TagId> {
        if self.expire_time.is_some_and(|end| end.expired(now)) {
            BTreeSet::new()
        } else {
            self.tag_ids.clone()
        }
    }

    fn state(&self) -> Facet<Live> {
        Facet::of_favorite(self)
    }

    fn text(&self) -> SearchText {
        SearchText::of(self)
    }

    fn unindexed(&self) -> Option<Sighting> {
        Some(Sighting::unindexed(self))
    }

    fn known(entry: &Entry) -> &Facet<Live> {
        &entry.live
    }

    fn known_mut(entry: &mut Entry) -> &mut Facet<Live> {
        &mut entry.live
    }
}

impl Kind for TrashedFavorite {
    type Items = TrashedFavoriteItems;
    type Known = EpochSeconds;
    const KIND: ItemKind = ItemKind::Trash;

    fn items(user: UserId, first: DataId, last: DataId) -> Query<Self::Items, SomeSortKeys> {
        TrashedFavoriteItems::query(user).between(&(first,), &(last,))
    }

    fn data_id(&self) -> DataId {
        self.data_id
    }

    fn changed(&self) -> Timestamp {
        self.delete_time
    }

    /// A restore leaves out the tags that no longer exist.
    fn tags(&self, _: Timestamp) -> BTreeSet<TagId> {
        BTreeSet::new()
    }

    fn state(&self) -> Facet<EpochSeconds> {
        Facet::of_trashed(self)
    }

    fn text(&self) -> SearchText {
        SearchText::default()
    }

    fn unindexed(&self) -> Option<Sighting> {
        None
    }

    fn known(entry: &Entry) -> &Facet<EpochSeconds> {
        &entry.trash
    }

    fn known_mut(entry: &mut Entry) -> &mut Facet<EpochSeconds> {
        &mut entry.trash
    }
}
