//! The deletions of each stage.

use futures::TryStreamExt as _;
use futures::future::try_join_all;
use single_table::{Delete, Entity as _};

use crate::error::Error;
use crate::item_keys::{
    ChosenIdKeysItems, CountKeysItems, HeadKeysItems, JobKeys, JobKeysItems, LinkKeysItems, PlanKeysItems,
    QuotaKeysItems, RangeSumKeysItems, ReconciliationKeysItems, RequestKeys, RequestKeysItems,
    SearchBlockKeysItems, SearchDocumentKeysItems, SearchFenceKeysItems, SearchMapKeysItems,
    SearchTextKeysItems, SegmentKeysItems, TagNameKeysItems,
};
use crate::jobs::{Erasing, Job, JobWithWork, Stage};
use crate::limits::ERASED_TIERS;
use crate::model::ids::UserId;
use crate::service::Favorites;

impl Favorites {
    /// Deletes some of the items of the stage. Returns false if there are none.
    pub(super) async fn erase_stage(&self, job: &mut Job, erasing: &mut Erasing) -> Result<bool, Error> {
        let user = job.user_id.clone();
        let deleted = match erasing.stage {
            Stage::Jobs => self.erase_jobs(job).await?,
            Stage::JobPlans => self.delete_some(PlanKeysItems::query(user)).await?,
            Stage::Favorites | Stage::Trash => return self.erase_favorites(job, erasing).await,
            Stage::UniqueLinks => self.delete_some(LinkKeysItems::query(user)).await?,
            Stage::ChosenIds => self.delete_some(ChosenIdKeysItems::query(user)).await?,
            Stage::Tags => self.erase_tags(&user).await?,
            Stage::TagCleanups => self.erase_cleanups(&user).await?,
            Stage::MergedTags => self.erase_merged_tags(&user).await?,
            Stage::UniqueTagNames => self.delete_some(TagNameKeysItems::query(user)).await?,
            Stage::TagQuota => self.delete_some(QuotaKeysItems::query(user)).await?,
            Stage::IdempotencyRecords => self.erase_requests(job).await?,
            Stage::Head => self.delete_some(HeadKeysItems::query(user)).await?,
            Stage::Segments => self.delete_some(SegmentKeysItems::query(user)).await?,
            Stage::CountNodes => self.delete_some(CountKeysItems::query(user)).await?,
            Stage::SearchTexts => self.delete_some(SearchTextKeysItems::query(user)).await?,
            Stage::SearchTiers => self.erase_tiers(&user).await?,
            Stage::Reconciliation => self.delete_some(ReconciliationKeysItems::query(user)).await?,
            Stage::RangeSums => self.delete_some(RangeSumKeysItems::query(user)).await?,
            Stage::ReconciliationDue => self.unlist_user(&user).await?,
        };
        Ok(deleted > 0)
    }

    /// Deletes all jobs but this one, each after the note that it has work left.
    async fn erase_jobs(&self, job: &Job) -> Result<u64, Error> {
        let query = JobKeysItems::query(job.user_id.clone()).consistent().including_expired();
        let mut jobs = self.keys.stream(query);
        let mut deleted = 0;
        while let Some(other) = jobs.try_next().await? {
            if other.job_id != job.job_id {
                let note = JobWithWork::key_of(&job.user_id, other.job_id);
                self.store.execute(Delete::<JobWithWork>::new(note)).await?;
                self.keys.execute(Delete::<JobKeys>::new(other.key())).await?;
                deleted += 1;
            }
        }
        Ok(deleted)
    }

    /// Deletes the records of requests, but for that of the request that has begun this job: a repeated request must not begin another one.
    async fn erase_requests(&self, job: &Job) -> Result<u64, Error> {
        let own = serde_json::to_string(&job.job_id).map_err(|error| Error::Json(error.to_string()))?;
        let query = RequestKeysItems::query(job.user_id.clone()).consistent().including_expired();
        let records = self.keys.stream(query);
        let others: Vec<RequestKeys> = records
            .try_filter(|record| std::future::ready(record.result.as_ref() != Some(&own)))
            .try_collect()
            .await?;
        self.delete_items(&others).await
    }

    /// Deletes items of the search index, from the smallest tier on.
    async fn erase_tiers(&self, user: &UserId) -> Result<u64, Error> {
        let tiers: Vec<_> = (0..ERASED_TIERS).map(|tier| self.erase_tier(user, tier)).collect();
        Ok(try_join_all(tiers).await?.into_iter().sum())
    }

    async fn erase_tier(&self, user: &UserId, tier: u8) -> Result<u64, Error> {
        let user = || user.clone();
        let maps = self.delete_some(SearchMapKeysItems::query(user(), tier)).await?;
        let fences = self.delete_some(SearchFenceKeysItems::query(user(), tier)).await?;
        let documents = self.delete_some(SearchDocumentKeysItems::query(user(), tier)).await?;
        let blocks = self.delete_some(SearchBlockKeysItems::query(user(), tier)).await?;
        Ok(maps + fences + documents + blocks)
    }
}
