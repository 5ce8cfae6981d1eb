//! Tags on favorites.

use std::collections::BTreeSet;

use single_table::query::Order;
use single_table::store::Loaded;

use crate::error::Error;
use crate::limits::TAGS_PER_FAVORITE;
use crate::model::favorite::FavoriteData;
use crate::model::favorite_data_tag::{FavoriteDataTag, FavoriteDataTagItems};
use crate::model::ids::{DataId, TagId, UserId};
use crate::model::new_favorite::tag_count_fault;
use crate::model::tag::{Tag, TagKey, tag_keys};
use crate::service::Favorites;

impl Favorites {
    /// Returns the tags of a favorite in the order of their creation. This is one query for the favorite's entries and one batch
    /// read of the tags.
    ///
    /// # Errors
    /// [`Error::NoFavorite`], [`Error::Busy`] and [`Error::Table`].
    pub async fn favorite_tags(
        &self,
        user: &UserId,
        data_id: DataId,
        order: Order,
    ) -> Result<Vec<Tag>, Error> {
        let entries = FavoriteDataTagItems::query(user.clone(), data_id).order(order);
        let entries = self.store.all(entries).await?;
        if entries.is_empty() {
            // No entry: the favorite has no tags, or it does not exist.
            self.favorite(user, data_id).await?;
            return Ok(Vec::new());
        }
        let keys: Vec<_> = entries
            .into_iter()
            .map(|FavoriteDataTag { user_id, tag_id, .. }| TagKey { user_id, tag_id })
            .collect();
        found(self.store.get_many(&keys).await?)
    }

    /// Sets the tags of a favorite to exactly these.
    ///
    /// # Errors
    /// [`Error::Invalid`] for too many tags; [`Error::NoFavorite`]; [`Error::NoTag`]; [`Error::VersionMismatch`] when it is not at
    /// `expected`; [`Error::TooLarge`]; [`Error::Busy`] and [`Error::Table`].
    pub async fn replace_favorite_tags(
        &self,
        user: &UserId,
        data_id: DataId,
        expected: Option<u64>,
        tag_ids: BTreeSet<TagId>,
    ) -> Result<FavoriteData, Error> {
        if let Some(fault) = tag_count_fault(&tag_ids) {
            return Err(Error::Invalid(vec![fault]));
        }
        self.retag(user, data_id, expected, &tag_ids, |_| tag_ids.clone()).await
    }

    /// Adds a tag to a favorite. Changes nothing if the favorite has the tag.
    ///
    /// # Errors
    /// As [`replace_favorite_tags`](Self::replace_favorite_tags), and [`Error::TooManyTagsOnFavorite`].
    pub async fn tag_favorite(
        &self,
        user: &UserId,
        data_id: DataId,
        expected: Option<u64>,
        tag_id: TagId,
    ) -> Result<FavoriteData, Error> {
        let with = |tags: &BTreeSet<TagId>| tags.iter().copied().chain([tag_id]).collect();
        self.retag(user, data_id, expected, &BTreeSet::from([tag_id]), with).await
    }

    /// Removes a tag from a favorite. Changes nothing if the favorite does not have the tag.
    ///
    /// # Errors
    /// As [`replace_favorite_tags`](Self::replace_favorite_tags).
    pub async fn untag_favorite(
        &self,
        user: &UserId,
        data_id: DataId,
        expected: Option<u64>,
        tag_id: TagId,
    ) -> Result<FavoriteData, Error> {
        let without = |tags: &BTreeSet<TagId>| tags.iter().copied().filter(|tag| *tag != tag_id).collect();
        self.retag(user, data_id, expected, &BTreeSet::new(), without).await
    }

    async fn retag(
        &self,
        user: &UserId,
        data_id: DataId,
        expected: Option<u64>,
        named: &BTreeSet<TagId>,
        tags: impl Fn(&BTreeSet<TagId>) -> BTreeSet<TagId> + Send + Sync,
    ) -> Result<FavoriteData, Error> {
        self.edit(user, data_id, expected, named, |before| {
            let tag_ids = tags(&before.tag_ids);
            if tag_ids.len() > TAGS_PER_FAVORITE {
                return Err(Error::TooManyTagsOnFavorite { given: tag_ids.len() });
            }
            Ok(FavoriteData { tag_ids, ..before.clone() })
        })
        .await
    }

    /// Fails with [`Error::NoTag`] if one of these tags does not exist.
    pub(crate) async fn check_tags(&self, user: &UserId, tags: BTreeSet<TagId>) -> Result<(), Error> {
        if tags.is_empty() {
            return Ok(());
        }
        let existing = self.existing_tags(user, &tags).await?;
        tags.difference(&existing).next().map_or(Ok(()), |deleted| Err(Error::NoTag(*deleted)))
    }

    /// Returns those of these tags that exist now.
    pub(crate) async fn existing_tags(
        &self,
        user: &UserId,
        tags: &BTreeSet<TagId>,
    ) -> Result<BTreeSet<TagId>, Error> {
        ids(self.store.get_many::<Tag>(&tag_keys(user, tags)).consistent().await?)
    }

    /// Returns those of these tags that exist, as lists know it: a change shows within a moment.
    pub(crate) async fn listed_tags(
        &self,
        user: &UserId,
        tags: &BTreeSet<TagId>,
    ) -> Result<BTreeSet<TagId>, Error> {
        ids(self.store.get_many::<Tag>(&tag_keys(user, tags)).await?)
    }
}

fn ids(loaded: Loaded<Vec<Option<Tag>>, Vec<TagKey>>) -> Result<BTreeSet<TagId>, Error> {
    Ok(found(loaded)?.into_iter().map(|tag| tag.tag_id).collect())
}

fn found(loaded: Loaded<Vec<Option<Tag>>, Vec<TagKey>>) -> Result<Vec<Tag>, Error> {
    Ok(loaded.complete().map_err(single_table::Error::from)?.into_iter().flatten().collect())
}
