//! The records of tags that were merged into others.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use single_table::{Entity, EpochSeconds, Timestamp};

use crate::error::Error;
use crate::limits::{MERGE_KEEPS, MERGES_FOLLOWED};
use crate::model::ids::{TagId, UserId};
use crate::service::Favorites;
use crate::table::FavoritesTable;

/// The record that a tag was deleted by merging it into another one. The transaction of the merge writes it.
/// If an import brings the tag back, it deletes the record: otherwise, a later merge in the other direction
/// would lead in a circle.
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
    /// Returns the tags that a favorite with these tags has after the clean-ups that are under way: without deleted tags, and with
    /// those into which tags were merged.
    pub(crate) async fn cleaned_up(
        &self,
        user: &UserId,
        tag_ids: &BTreeSet<TagId>,
    ) -> Result<BTreeSet<TagId>, Error> {
        let (mut cleaned_up, mut unread) = (BTreeSet::new(), tag_ids.clone());
        for _ in 0..=MERGES_FOLLOWED {
            if unread.is_empty() {
                break;
            }
            let existing = self.existing_tags(user, &unread).await?;
            let deleted: Vec<TagId> = unread.difference(&existing).copied().collect();
            cleaned_up.extend(existing);
            unread.clear();
            for tag_id in deleted {
                unread.extend(self.merged_into(user, tag_id).await?);
            }
        }
        Ok(cleaned_up)
    }

    /// Returns the tag into which a deleted tag was merged within [`MERGE_KEEPS`]. `None` if it was deleted without one.
    pub(crate) async fn merged_into(&self, user: &UserId, tag_id: TagId) -> Result<Option<TagId>, Error> {
        let key = MergedTagKey { user_id: user.clone(), tag_id };
        let merged = self.store.get::<MergedTag>(&key).consistent().await?;
        Ok(merged.map(|merged| merged.merged_into))
    }
}
