//! A change of a favorite in a single transaction: the favorite, its link and its entries under tags change together or not
//! at all. Every use case that changes a favorite goes through here.

use std::collections::BTreeSet;

use single_table::write::{Cancelled, Op};
use single_table::{Check, Condition, Delete, Put, Transaction, Versioned as _};

use crate::error::Error;
use crate::model::favorite::FavoriteData;
use crate::model::favorite_data_tag::{FavoriteDataTag, FavoriteDataTagKey};
use crate::model::ids::{DataId, TagId};
use crate::model::tag::{Tag, TagKey};
use crate::table::FavoritesTable;

/// The operations of a change, which determine why it was cancelled.
pub(crate) struct FavoriteWrite {
    favorite: Op<FavoriteData>,
    tags: Vec<(TagId, Op<Tag>)>,
}

/// The reason for which a change did not happen.
pub(crate) enum Obstacle {
    /// The favorite has changed since it was read.
    Moved,
    /// A tag to be added does not exist.
    NoTag(TagId),
    /// This other favorite has the link.
    Link(DataId),
    /// An operation that the caller added.
    Other,
}

impl FavoriteWrite {
    /// Adds the operations that create a favorite.
    pub(crate) fn create(transaction: &mut Transaction<FavoritesTable>, after: &FavoriteData) -> Self {
        let favorite = transaction.insert(after);
        Self { favorite, tags: put_entries(transaction, after, &BTreeSet::new()) }
    }

    /// Adds the operations that replace `before` by `after`, and gives `after` the next version.
    pub(crate) fn edit(
        transaction: &mut Transaction<FavoritesTable>,
        before: &FavoriteData,
        after: &mut FavoriteData,
    ) -> Self {
        let favorite = transaction.replace(before, after);
        // Its entries have the version too. Every try makes an `after` of its own.
        after.set_next_version(before);
        delete_entries(transaction, before, &after.tag_ids);
        Self { favorite, tags: put_entries(transaction, after, &before.tag_ids) }
    }

    /// Adds the operations that remove a favorite.
    pub(crate) fn remove(transaction: &mut Transaction<FavoritesTable>, before: &FavoriteData) {
        transaction.remove(before);
        delete_entries(transaction, before, &BTreeSet::new());
    }

    /// Returns the reason for which the transaction was cancelled.
    pub(crate) fn obstacle(&self, cancelled: &Cancelled) -> Result<Obstacle, Error> {
        if cancelled.failed(self.favorite) {
            return Ok(Obstacle::Moved);
        }
        if let Some((tag_id, _)) = self.tags.iter().find(|(_, op)| cancelled.failed(*op)) {
            return Ok(Obstacle::NoTag(*tag_id));
        }
        let taken = cancelled.taken(self.favorite)?.into_iter().next();
        Ok(taken.map_or(Obstacle::Other, |taken| Obstacle::Link(taken.owner.data_id)))
    }
}

/// Deletes the entries of a favorite under its tags, except under those that it keeps.
fn delete_entries(
    transaction: &mut Transaction<FavoritesTable>,
    before: &FavoriteData,
    kept: &BTreeSet<TagId>,
) {
    for tag_id in before.tag_ids.difference(kept) {
        let (user_id, data_id, tag_id) = (before.user_id.clone(), before.data_id, *tag_id);
        transaction.add(Delete::new(FavoriteDataTagKey { user_id, data_id, tag_id }));
    }
}

/// Puts the entries of a favorite under its tags. Returns the checks that its new tags exist: those that are not in `old`.
fn put_entries(
    transaction: &mut Transaction<FavoritesTable>,
    after: &FavoriteData,
    old: &BTreeSet<TagId>,
) -> Vec<(TagId, Op<Tag>)> {
    for tag_id in &after.tag_ids {
        transaction.add(Put::new(&FavoriteDataTag::of(after, *tag_id)));
    }
    let check = |tag_id: &TagId| {
        let key = TagKey { user_id: after.user_id.clone(), tag_id: *tag_id };
        (*tag_id, transaction.add(Check::new(key, Condition::live())))
    };
    after.tag_ids.difference(old).map(check).collect()
}
