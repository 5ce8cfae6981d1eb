//! The ids that no other favorite gets: those that clients have chosen, and those of favorites that have
//! another id now.

use serde::{Deserialize, Serialize};
use single_table::{Entity, EpochSeconds};

use crate::error::Error;
use crate::limits::JOB_KEEPS;
use crate::model::favorite::FavoriteData;
use crate::model::ids::{DataId, UserId};
use crate::service::Favorites;
use crate::table::FavoritesTable;

/// The record that a client has created a favorite under an id of its own, or that a favorite has left the id
/// for another one, because its clip time was changed. A repeated creation under such an id never brings the
/// favorite back.
///
/// The record of a client's id stays when the favorite is gone. If the favorite gets another id later, that
/// id has such a record too. The record of an id of the service that a favorite has left is kept as long as a
/// job can be undone.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[serde(rename_all = "camelCase")]
#[entity(table = FavoritesTable, name = "ChosenId", partition(user_id), sort(data_id), ttl(expire_time))]
pub(crate) struct ChosenIdRecord {
    user_id: UserId,
    data_id: DataId,
    /// The id that the favorite has got.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    moved_to: Option<DataId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    expire_time: Option<EpochSeconds>,
}

impl ChosenIdRecord {
    /// Returns the record of the favorite's id.
    pub(crate) fn of(favorite: &FavoriteData) -> Self {
        Self {
            user_id: favorite.user_id.clone(),
            data_id: favorite.data_id,
            moved_to: None,
            expire_time: None,
        }
    }

    /// Returns the record that `before` has the id of `after` now.
    pub(crate) fn moved(before: &FavoriteData, after: &FavoriteData) -> Self {
        // No client has chosen an id that only this favorite has had.
        let expires = before.life.is_only();
        Self {
            moved_to: Some(after.data_id),
            expire_time: expires.then(|| EpochSeconds::of(after.update_time).plus(JOB_KEEPS)),
            ..Self::of(before)
        }
    }
}

impl Favorites {
    /// Returns the ids that favorites have got which had these ids. `None` for a favorite that has left its
    /// id for no other.
    pub(crate) async fn moved_to(
        &self,
        user: &UserId,
        data_ids: impl IntoIterator<Item = DataId>,
    ) -> Result<Vec<Option<DataId>>, Error> {
        let key = |data_id| ChosenIdRecordKey { user_id: user.clone(), data_id };
        let keys: Vec<_> = data_ids.into_iter().map(key).collect();
        let records = self.store.get_many::<ChosenIdRecord>(&keys).consistent().await?;
        let records = records.complete().map_err(single_table::Error::from)?.into_iter();
        Ok(records.map(|record| record?.moved_to).collect())
    }
}
