//! The present states of favorites and tags that changed.

use std::collections::BTreeMap;

use crate::error::Error;
use crate::feed::page::Change;
use crate::model::favorite::{FavoriteData, FavoriteDataKey, TrashedFavorite, TrashedFavoriteKey};
use crate::model::ids::{DataId, TagId, UserId};
use crate::model::tag::{Tag, TagKey};
use crate::service::Favorites;

impl Favorites {
    /// Returns the states of favorites, in the order of the ids.
    ///
    /// A favorite and its item in the trash are read one after the other, so a favorite that is restored in between is found in neither.
    /// Then it is looked for once more.
    pub(super) async fn favorite_states(&self, user: &UserId, ids: &[DataId]) -> Result<Vec<Change>, Error> {
        let mut found = BTreeMap::new();
        self.find_favorites(user, ids, &mut found).await?;
        let missing = missing(ids, &found);
        let keys: Vec<_> = missing
            .iter()
            .map(|data_id| TrashedFavoriteKey { user_id: user.clone(), data_id: *data_id })
            .collect();
        let trashed = self.store.get_many::<TrashedFavorite>(&keys).consistent().await?;
        for item in trashed.complete().map_err(single_table::Error::from)?.into_iter().flatten() {
            found.insert(item.data_id, Change::Trashed(Box::new(item)));
        }
        let still_missing = self::missing(ids, &found);
        self.find_favorites(user, &still_missing, &mut found).await?;
        Ok(ids.iter().map(|id| found.remove(id).unwrap_or(Change::GoneFavorite(*id))).collect())
    }

    async fn find_favorites(
        &self,
        user: &UserId,
        ids: &[DataId],
        found: &mut BTreeMap<DataId, Change>,
    ) -> Result<(), Error> {
        let keys: Vec<_> =
            ids.iter().map(|data_id| FavoriteDataKey { user_id: user.clone(), data_id: *data_id }).collect();
        let favorites = self.store.get_many::<FavoriteData>(&keys).consistent().await?;
        for item in favorites.complete().map_err(single_table::Error::from)?.into_iter().flatten() {
            found.insert(item.data_id, Change::Favorite(Box::new(item)));
        }
        Ok(())
    }

    /// Returns the states of tags, in the order of the ids.
    pub(super) async fn tag_states(&self, user: &UserId, ids: &[TagId]) -> Result<Vec<Change>, Error> {
        let keys: Vec<_> =
            ids.iter().map(|tag_id| TagKey { user_id: user.clone(), tag_id: *tag_id }).collect();
        let tags = self
            .store
            .get_many::<Tag>(&keys)
            .consistent()
            .await?
            .complete()
            .map_err(single_table::Error::from)?;
        let states = ids.iter().zip(tags);
        Ok(states.map(|(tag_id, tag)| tag.map_or(Change::GoneTag(*tag_id), Change::Tag)).collect())
    }
}

/// Returns the ids that were not found.
fn missing(ids: &[DataId], found: &BTreeMap<DataId, Change>) -> Vec<DataId> {
    ids.iter().filter(|id| !found.contains_key(id)).copied().collect()
}
