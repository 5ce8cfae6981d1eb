//! A change of a favorite in a single transaction: the favorite, its link and its entries under tags change together or not
//! at all. Every use case that changes a favorite goes through here.

use std::collections::{BTreeMap, BTreeSet};

use single_table::write::{Cancelled, Op, Relocation};
use single_table::{Check, Condition, Delete, Put, Transaction, Versioned as _};

use crate::error::Error;
use crate::model::favorite::{FavoriteData, TrashedFavorite, TrashedFavoriteKey};
use crate::model::favorite_data_tag::{FavoriteDataTag, FavoriteDataTagKey};
use crate::model::ids::{DataId, TagId};
use crate::model::tag::{Tag, TagKey};
use crate::table::FavoritesTable;
use crate::use_cases::chosen_ids::ChosenIdRecord;

/// The checks of a transaction that tags exist. A transaction has at most one operation for an item, so several favorites share a check.
#[derive(Default)]
pub(crate) struct TagChecks(BTreeMap<TagId, Op<Tag>>);

impl TagChecks {
    /// Returns the number of tags that this transaction does not check yet.
    pub(crate) fn missing(&self, tag_ids: &BTreeSet<TagId>) -> usize {
        tag_ids.iter().filter(|tag_id| !self.0.contains_key(tag_id)).count()
    }
}

/// The operations of a change, which determine why it was cancelled.
pub(crate) struct FavoriteWrite {
    favorite: Op<FavoriteData>,
    /// Removes a favorite that gets another id.
    removed: Option<Op<FavoriteData>>,
    tags: Vec<(TagId, Op<Tag>)>,
    chosen: Option<Chosen>,
}

/// The operations that only the creation of a favorite under a known id has.
struct Chosen {
    /// The record of the id must not be there. `None` if it may be.
    record: Option<Op<ChosenIdRecord>>,
    trash: Op<TrashedFavorite>,
}

/// The reason for which a change did not happen.
pub(crate) enum Obstacle {
    /// The favorite has changed since it was read, or one with the chosen id exists.
    Changed,
    /// The trash has a favorite with the chosen id.
    InTrash,
    /// A favorite with the chosen id was created, and is gone for good.
    Gone,
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
        Self::create_beside(transaction, after, &mut TagChecks::default())
    }

    /// Adds the operations that create a favorite to a transaction that creates other favorites too, and has these checks of tags.
    pub(crate) fn create_beside(
        transaction: &mut Transaction<FavoritesTable>,
        after: &FavoriteData,
        checks: &mut TagChecks,
    ) -> Self {
        let favorite = transaction.insert(after);
        let tags = put_entries(transaction, after, &BTreeSet::new(), checks);
        Self { favorite, removed: None, tags, chosen: None }
    }

    /// Adds the operations that create a favorite under an id that a client chose. A repeated creation must not bring back a favorite
    /// that the user has deleted since.
    pub(crate) fn create_chosen(
        transaction: &mut Transaction<FavoritesTable>,
        after: &FavoriteData,
        checks: &mut TagChecks,
    ) -> Self {
        let created = Self::create_beside(transaction, after, checks);
        let record = Some(transaction.insert(&ChosenIdRecord::of(after)));
        Self { chosen: Some(Chosen { record, trash: not_in_trash(transaction, after) }), ..created }
    }

    /// Adds the operations that create a favorite under an id that it has in each import. Its user asks for it, so it comes back also if it
    /// was deleted for good, but not if it is in the trash.
    pub(crate) fn create_imported(
        transaction: &mut Transaction<FavoritesTable>,
        after: &FavoriteData,
        checks: &mut TagChecks,
    ) -> Self {
        let created = Self::create_beside(transaction, after, checks);
        Self { chosen: Some(Chosen { record: None, trash: not_in_trash(transaction, after) }), ..created }
    }

    /// Adds the operations that replace `before` by `after`, and gives `after` the next version.
    pub(crate) fn edit(
        transaction: &mut Transaction<FavoritesTable>,
        before: &FavoriteData,
        after: &mut FavoriteData,
    ) -> Self {
        note_tag_times(before, after);
        let favorite = transaction.replace(before, after);
        // Its entries have the version too. Every try makes an `after` of its own.
        after.set_next_version(before);
        delete_entries(transaction, before, &after.tag_ids);
        let tags = put_entries(transaction, after, &before.tag_ids, &mut TagChecks::default());
        Self { favorite, removed: None, tags, chosen: None }
    }

    /// Adds the operations that put `after`, which has another id, in place of `before`, and gives `after`
    /// the next version.
    ///
    /// A record under the old id leads to the new one, so that the undoing of a job finds the favorite. If a
    /// client has chosen the id, the new one is not chosen again either.
    ///
    /// The transaction checks that all of its tags exist, also those that `before` has: the clean-up of a
    /// deleted tag walks through the entries by clip time, so it may have passed the place to which the
    /// favorite's entry goes.
    pub(crate) fn relocate(
        transaction: &mut Transaction<FavoritesTable>,
        before: &FavoriteData,
        after: &mut FavoriteData,
    ) -> Self {
        note_tag_times(before, after);
        let Relocation { removed, inserted } = transaction.relocate(before, after);
        after.set_next_version(before);
        transaction.add(Put::new(&ChosenIdRecord::moved(before, after)));
        if !before.life.is_only() {
            transaction.insert(&ChosenIdRecord::of(after));
        }
        delete_entries(transaction, before, &BTreeSet::new());
        let tags = put_entries(transaction, after, &BTreeSet::new(), &mut TagChecks::default());
        Self { favorite: inserted, removed: Some(removed), tags, chosen: None }
    }

    /// Adds the operations that remove a favorite.
    pub(crate) fn remove(transaction: &mut Transaction<FavoritesTable>, before: &FavoriteData) {
        transaction.remove(before);
        delete_entries(transaction, before, &BTreeSet::new());
    }

    /// Returns the reason for which the transaction was cancelled.
    pub(crate) fn obstacle(&self, cancelled: &Cancelled) -> Result<Obstacle, Error> {
        if cancelled.failed(self.favorite) || self.removed.is_some_and(|removed| cancelled.failed(removed)) {
            return Ok(Obstacle::Changed);
        }
        if let Some(Chosen { record, trash }) = &self.chosen {
            if cancelled.failed(*trash) {
                return Ok(Obstacle::InTrash);
            }
            if record.is_some_and(|record| cancelled.failed(record)) {
                return Ok(Obstacle::Gone);
            }
        }
        if let Some((tag_id, _)) = self.tags.iter().find(|(_, op)| cancelled.failed(*op)) {
            return Ok(Obstacle::NoTag(*tag_id));
        }
        let taken = cancelled.taken(self.favorite)?.into_iter().next();
        Ok(taken.map_or(Obstacle::Other, |taken| Obstacle::Link(taken.owner.data_id)))
    }
}

/// Notes when the tags were put on or taken off by which `before` and `after` differ.
fn note_tag_times(before: &FavoriteData, after: &mut FavoriteData) {
    after.tag_times = before.tag_times.edited(&before.tag_ids, &after.tag_ids, after.update_time);
}

/// Checks that the trash has no favorite with this id.
fn not_in_trash(transaction: &mut Transaction<FavoritesTable>, after: &FavoriteData) -> Op<TrashedFavorite> {
    let key = TrashedFavoriteKey { user_id: after.user_id.clone(), data_id: after.data_id };
    transaction.add(Check::new(key, Condition::absent()))
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
    checks: &mut TagChecks,
) -> Vec<(TagId, Op<Tag>)> {
    for tag_id in &after.tag_ids {
        transaction.add(Put::new(&FavoriteDataTag::of(after, *tag_id)));
    }
    let check = |tag_id: &TagId| {
        let key = TagKey { user_id: after.user_id.clone(), tag_id: *tag_id };
        let check = || transaction.add(Check::new(key, Condition::live()));
        (*tag_id, *checks.0.entry(*tag_id).or_insert_with(check))
    };
    after.tag_ids.difference(old).map(check).collect()
}
