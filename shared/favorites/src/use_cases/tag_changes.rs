//! The numbering of changes of tags, for the [change feed](crate::feed).
//!
//! Every transaction that creates, renames or removes tags raises the revision in the user's [`TagQuota`], and puts a [`TagChange`] with this
//! revision as its key. So the changes since a revision are one query, and none can be missing: the two writes happen together or not at
//! all.

use serde::{Deserialize, Serialize};
use single_table::write::Op;
use single_table::{Condition, Entity, EpochSeconds, Put, Timestamp, Transaction, Update};

use crate::catalogue::drawn;
use crate::error::Error;
use crate::limits::{CHANGE_ROW_KEEPS, TAGS_PER_PERSON};
use crate::model::epoch::Epoch;
use crate::model::ids::{TagId, UserId};
use crate::model::tag::{TagQuota, TagQuotaKey};
use crate::service::Favorites;
use crate::table::FavoritesTable;

/// The tags that one transaction changed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[serde(rename_all = "camelCase")]
#[entity(table = FavoritesTable, name = "TagChange", partition(user_id), sort(revision), ttl(expire_time))]
pub(crate) struct TagChange {
    user_id: UserId,
    /// The revision of the user's tags after the transaction.
    pub(crate) revision: u64,
    pub(crate) tag_ids: Vec<TagId>,
    expire_time: EpochSeconds,
}

/// A change of a user's tags that a transaction is about to make.
#[derive(Debug)]
pub(crate) struct TagNote<'a> {
    pub(crate) user: &'a UserId,
    /// The quota of a consistent read. The transaction is cancelled if it changes before.
    pub(crate) quota: Option<&'a TagQuota>,
    /// The changed tags.
    pub(crate) tag_ids: Vec<TagId>,
    pub(crate) now: Timestamp,
}

impl TagNote<'_> {
    /// Adds the notes of a transaction that creates the tags. It is cancelled if they would be too many.
    pub(crate) fn create(self, transaction: &mut Transaction<FavoritesTable>) -> Op<TagQuota> {
        let created = self.tag_ids.len();
        let room = TAGS_PER_PERSON.saturating_sub(u64::try_from(created).unwrap_or(u64::MAX));
        let is_within = self.exceeds_limit().then(|| TagQuota::TAGS.le(room));
        self.add(transaction, i64::try_from(created).unwrap_or(i64::MAX), is_within)
    }

    /// Returns true if the user may have no more tags.
    pub(crate) fn exceeds_limit(&self) -> bool {
        let tags = self.quota.map_or(0, |quota| quota.tags);
        let created = u64::try_from(self.tag_ids.len()).unwrap_or(u64::MAX);
        tags.saturating_add(created) > TAGS_PER_PERSON
    }

    /// Adds the notes of a transaction that renames the tags.
    pub(super) fn rename(self, transaction: &mut Transaction<FavoritesTable>) -> Op<TagQuota> {
        self.add(transaction, 0, None)
    }

    /// Adds the notes of a transaction that removes a tag. A restored table may have a tag that its quota does not count.
    pub(super) fn remove(self, transaction: &mut Transaction<FavoritesTable>) -> Op<TagQuota> {
        let counted = self.quota.is_some_and(|quota| quota.tags > 0);
        self.add(transaction, if counted { -1 } else { 0 }, None)
    }

    fn add(
        self,
        transaction: &mut Transaction<FavoritesTable>,
        tags: i64,
        condition: Option<Condition<TagQuota>>,
    ) -> Op<TagQuota> {
        let Self { user, quota, tag_ids, now } = self;
        let revision = quota.map_or(0, |quota| quota.revision) + 1;
        let epoch = quota.and_then(|quota| quota.epoch);
        let expire_time = EpochSeconds::of(now).plus(CHANGE_ROW_KEEPS);
        transaction.add(Put::new(&TagChange { user_id: user.clone(), revision, tag_ids, expire_time }));
        let next_epoch = epoch.unwrap_or_else(|| Epoch::new(drawn(), quota.is_none()));
        let update = Update::upsert(TagQuotaKey { user_id: user.clone() })
            .set(TagQuota::REVISION, revision)
            .set(TagQuota::EPOCH, next_epoch);
        let update = if tags == 0 { update } else { update.add(TagQuota::TAGS, tags) };
        let update = update.only_if(unchanged(quota));
        transaction.add(match condition {
            Some(condition) => update.only_if(condition),
            None => update,
        })
    }
}

/// Holds if the quota is as it was read.
fn unchanged(quota: Option<&TagQuota>) -> Condition<TagQuota> {
    match quota {
        None => Condition::absent(),
        Some(TagQuota { epoch: None, .. }) => Condition::live() & TagQuota::EPOCH.absent(),
        Some(TagQuota { epoch: Some(epoch), revision, .. }) => {
            TagQuota::EPOCH.eq(*epoch) & TagQuota::REVISION.eq(*revision)
        }
    }
}

impl Favorites {
    /// Returns the quota of a consistent read.
    pub(crate) async fn tag_quota(&self, user: &UserId) -> Result<Option<TagQuota>, Error> {
        Ok(self.store.get(&TagQuotaKey { user_id: user.clone() }).consistent().await?)
    }
}
