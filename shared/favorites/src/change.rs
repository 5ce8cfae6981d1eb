//! One change of a favorite as one transaction: the favorite with its link, and its entries under tags move together or not
//! at all. Every use case that changes a favorite goes through here.

use std::collections::BTreeSet;

use single_table::write::{Cancelled, Op};
use single_table::{Check, Condition, Delete, Put, Transaction, Versioned as _};

use crate::error::Error;
use crate::favorite::{FavoriteData, FavoriteDataTag, FavoriteDataTagKey};
use crate::ids::{DataId, TagId};
use crate::table::FavoritesTable;
use crate::tag::{Tag, TagKey};

/// The operations of a change, to ask why it was cancelled.
pub(crate) struct Change {
    favorite: Op<FavoriteData>,
    tags: Vec<(TagId, Op<Tag>)>,
}

/// Why a change did not happen.
pub(crate) enum Obstacle {
    /// The favorite is no longer what it was: read it again.
    Moved,
    /// A tag to be put on it does not exist.
    NoTag(TagId),
    /// Another favorite keeps the link: this one.
    Link(DataId),
    /// None of these: an operation that the caller added.
    Other,
}

impl Change {
    /// From nothing to a favorite.
    pub(crate) fn create(transaction: &mut Transaction<FavoritesTable>, after: &FavoriteData) -> Self {
        let favorite = transaction.insert(after);
        Self::entries(transaction, favorite, None, Some(after))
    }

    /// From one version to the next, which `after` then has.
    pub(crate) fn edit(
        transaction: &mut Transaction<FavoritesTable>,
        before: &FavoriteData,
        after: &mut FavoriteData,
    ) -> Self {
        let favorite = transaction.replace(before, after);
        // Its entries have the version too. Every try makes an `after` of its own.
        after.set_next_version(before);
        Self::entries(transaction, favorite, Some(before), Some(after))
    }

    /// From a favorite to nothing.
    pub(crate) fn remove(transaction: &mut Transaction<FavoritesTable>, before: &FavoriteData) -> Self {
        let favorite = transaction.remove(before);
        Self::entries(transaction, favorite, Some(before), None)
    }

    fn entries(
        transaction: &mut Transaction<FavoritesTable>,
        favorite: Op<FavoriteData>,
        before: Option<&FavoriteData>,
        after: Option<&FavoriteData>,
    ) -> Self {
        let none = BTreeSet::new();
        let old = before.map_or(&none, |before| &before.tag_ids);
        let new = after.map_or(&none, |after| &after.tag_ids);
        for entry in
            before.into_iter().flat_map(|before| old.difference(new).map(move |tag| entry_key(before, *tag)))
        {
            transaction.add(Delete::<FavoriteDataTag>::new(entry));
        }
        for entry in
            after.into_iter().flat_map(|after| new.iter().map(move |tag| FavoriteDataTag::of(after, *tag)))
        {
            transaction.add(Put::new(&entry));
        }
        let tags = after
            .into_iter()
            .flat_map(|after| new.difference(old).map(move |tag| (after.user_id.clone(), *tag)))
            .map(|(user_id, tag_id)| {
                (tag_id, transaction.add(Check::new(TagKey { user_id, tag_id }, Condition::live())))
            })
            .collect();
        Self { favorite, tags }
    }

    /// What stood in the way.
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

fn entry_key(favorite: &FavoriteData, tag_id: TagId) -> FavoriteDataTagKey {
    FavoriteDataTagKey { user_id: favorite.user_id.clone(), data_id: favorite.data_id, tag_id }
}
