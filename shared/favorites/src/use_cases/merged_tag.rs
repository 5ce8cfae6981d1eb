//! The records of tags that were merged into others.

use serde::{Deserialize, Serialize};
use single_table::{Entity, EpochSeconds, Timestamp};

use crate::error::Error;
use crate::limits::MERGE_KEEPS;
use crate::model::ids::{TagId, UserId};
use crate::service::Favorites;
use crate::table::FavoritesTable;

/// The record that a tag was deleted by merging it into another one. The transaction of the merge writes it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[serde(rename_all = "camelCase")]
#[entity(table = FavoritesTable, name = "MergedTag", partition(user_id), sort(tag_id), ttl(expire_time))]
pub(crate) struct MergedTag {
    user_id: UserId,
    tag_id: TagId,
    merged_into: TagId,
    expire_time: EpochSeconds,
}

impl MergedTag {
    /// Makes the record of a merge at `now`.
    pub(crate) fn new(user: &UserId, tag_id: TagId, merged_into: TagId, now: Timestamp) -> Self {
        let expire_time = EpochSeconds::of(now).plus(MERGE_KEEPS);
        Self { user_id: user.clone(), tag_id, merged_into, expire_time }
    }
}

impl Favorites {
    /// Returns the tag into which a deleted tag was merged within [`MERGE_KEEPS`]. `None` if it was deleted without one.
    pub(crate) async fn merged_into(&self, user: &UserId, tag_id: TagId) -> Result<Option<TagId>, Error> {
        let key = MergedTagKey { user_id: user.clone(), tag_id };
        let merged = self.store.get::<MergedTag>(&key).consistent().await?;
        Ok(merged.map(|merged| merged.merged_into))
    }
}
