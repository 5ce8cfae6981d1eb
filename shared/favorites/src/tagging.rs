//! Tags on favorites.

use std::collections::BTreeSet;

use single_table::store::Loaded;

use crate::error::Error;
use crate::favorite::{FavoriteData, FavoriteDataTagItems};
use crate::favorites::Favorites;
use crate::ids::{DataId, TagId, UserId};
use crate::limits::TAGS_PER_FAVORITE;
use crate::tag::{Tag, TagKey, tag_keys};

impl Favorites {
    /// The tags of a favorite: one query for its entries and one batch read of the tags.
    ///
    /// # Errors
    /// [`Error::NoFavorite`], [`Error::Busy`] and [`Error::Table`].
    pub async fn favorite_tags(&self, user: &UserId, data_id: DataId) -> Result<Vec<Tag>, Error> {
        let entries = self.store.all(FavoriteDataTagItems::query(user.clone(), data_id)).await?;
        if entries.is_empty() {
            // No entry: either it has no tags, or there is no such favorite.
            self.favorite(user, data_id).await?;
            return Ok(Vec::new());
        }
        let tag_ids = entries.into_iter().map(|entry| entry.tag_id).collect();
        found(self.store.get_many(&tag_keys(user, &tag_ids)).await?)
    }

    /// Gives a favorite exactly these tags.
    ///
    /// # Errors
    /// [`Error::NoFavorite`]; [`Error::NoTag`]; [`Error::TooManyTagsOnFavorite`]; [`Error::VersionMismatch`] when it is
    /// not at `expected`; [`Error::TooLarge`]; [`Error::Busy`] and [`Error::Table`].
    pub async fn replace_favorite_tags(
        &self,
        user: &UserId,
        data_id: DataId,
        expected: Option<u64>,
        tag_ids: BTreeSet<TagId>,
    ) -> Result<FavoriteData, Error> {
        self.retag(user, data_id, expected, |_| tag_ids.clone()).await
    }

    /// Puts a tag on a favorite; one that it has is no change.
    ///
    /// # Errors
    /// As [`replace_favorite_tags`](Self::replace_favorite_tags).
    pub async fn tag_favorite(
        &self,
        user: &UserId,
        data_id: DataId,
        expected: Option<u64>,
        tag_id: TagId,
    ) -> Result<FavoriteData, Error> {
        self.retag(user, data_id, expected, |tags| tags.iter().copied().chain([tag_id]).collect()).await
    }

    /// Takes a tag off a favorite; one that it has not is no change.
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
        self.retag(user, data_id, expected, |tags| {
            tags.iter().copied().filter(|tag| *tag != tag_id).collect()
        })
        .await
    }

    async fn retag(
        &self,
        user: &UserId,
        data_id: DataId,
        expected: Option<u64>,
        tags: impl Fn(&BTreeSet<TagId>) -> BTreeSet<TagId> + Send + Sync,
    ) -> Result<FavoriteData, Error> {
        self.edit(user, data_id, expected, |before| {
            let tag_ids = tags(&before.tag_ids);
            if tag_ids.len() > TAGS_PER_FAVORITE {
                return Err(Error::TooManyTagsOnFavorite { given: tag_ids.len() });
            }
            Ok(FavoriteData { tag_ids, ..before.clone() })
        })
        .await
    }

    /// Those of these tags that exist now.
    pub(crate) async fn existing_tags(
        &self,
        user: &UserId,
        tags: &BTreeSet<TagId>,
    ) -> Result<BTreeSet<TagId>, Error> {
        if tags.is_empty() {
            return Ok(BTreeSet::new());
        }
        let loaded = self.store.get_many::<Tag>(&tag_keys(user, tags)).consistent().await?;
        Ok(found(loaded)?.into_iter().map(|tag| tag.tag_id).collect())
    }
}

fn found(loaded: Loaded<Vec<Option<Tag>>, Vec<TagKey>>) -> Result<Vec<Tag>, Error> {
    Ok(loaded.complete().map_err(single_table::Error::from)?.into_iter().flatten().collect())
}
