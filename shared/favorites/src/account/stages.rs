//! The deletions of each stage.

use futures::TryStreamExt as _;
use futures::future::try_join_all;
use packed_index::RUN_SLOTS;
use single_table::keys::EntityName;
use single_table::{Delete, Entity as _};

use super::kinds::{
    CHANGE_ROW, CHOSEN_ID, COUNT_NODE, HEAD, IDEMPOTENCY, IMPORT_REPORT, JOB, JOB_PLAN, MERGED_TAG,
    RECONCILIATION, SEARCH_DIRECTORY, SEARCH_RUNS, SEARCH_TEXT, SEGMENT, TAG, TAG_CHANGE, TAG_CLEANUP,
    TAG_QUOTA, UNIQUE_LINK, UNIQUE_TAG_NAME, partition, sort,
};
use crate::error::Error;
use crate::jobs::{Erasing, Job, Stage};
use crate::model::ids::{JobId, UserId};
use crate::service::Favorites;
use crate::stored_items::{StoredItem, StoredItemItems};

impl Favorites {
    /// Deletes some of the items of the stage. Returns false if there are none.
    pub(super) async fn erase_stage(&self, job: &mut Job, erasing: &mut Erasing) -> Result<bool, Error> {
        let user = &job.user_id.clone();
        let deleted = match erasing.stage {
            Stage::Jobs => self.erase_jobs(job).await?,
            Stage::JobPlans => self.erase_kind(user, &JOB_PLAN).await?,
            Stage::ImportReports => self.erase_kind(user, &IMPORT_REPORT).await?,
            Stage::Files => self.delete_files(user).await?,
            Stage::Favorites | Stage::Trash => return self.erase_favorites(job, erasing).await,
            Stage::UniqueLinks => self.erase_kind(user, &UNIQUE_LINK).await?,
            Stage::ChosenIds => self.erase_kind(user, &CHOSEN_ID).await?,
            Stage::Tags => self.erase_by_tag(user, &TAG).await?,
            Stage::TagCleanups => self.erase_by_tag(user, &TAG_CLEANUP).await?,
            Stage::MergedTags => self.erase_by_tag(user, &MERGED_TAG).await?,
            Stage::UniqueTagNames => self.erase_kind(user, &UNIQUE_TAG_NAME).await?,
            Stage::TagQuota => self.erase_kind(user, &TAG_QUOTA).await?,
            Stage::TagChanges => self.erase_kind(user, &TAG_CHANGE).await?,
            Stage::IdempotencyRecords => self.erase_requests(job).await?,
            Stage::Head => self.erase_kind(user, &HEAD).await?,
            Stage::ChangeRows => self.erase_kind(user, &CHANGE_ROW).await?,
            Stage::Segments => self.erase_kind(user, &SEGMENT).await?,
            Stage::CountNodes => self.erase_kind(user, &COUNT_NODE).await?,
            Stage::SearchTexts => self.erase_kind(user, &SEARCH_TEXT).await?,
            Stage::SearchDirectories => self.erase_kind(user, &SEARCH_DIRECTORY).await?,
            Stage::SearchRuns => self.erase_runs(user).await?,
            Stage::Reconciliation => self.erase_kind(user, &RECONCILIATION).await?,
            Stage::ReconciliationDue => self.unlist_user(user).await?,
        };
        Ok(deleted > 0)
    }

    /// Deletes some items of a kind that has one partition for each user.
    async fn erase_kind(&self, user: &UserId, kind: &EntityName) -> Result<u64, Error> {
        self.delete_some(partition(kind, &(user,))?).await
    }

    /// Deletes all jobs but this one, each after its place in the list of jobs with work left.
    async fn erase_jobs(&self, job: &Job) -> Result<u64, Error> {
        let mut deleted = 0;
        for other in self.all_items(&job.user_id, &JOB).await? {
            let (job_id,): (JobId,) = sort(&other.sk)?;
            if job_id != job.job_id {
                self.set_due(&job.user_id, job_id, None).await?;
                self.items.execute(Delete::<StoredItem>::new(other.key())).await?;
                deleted += 1;
            }
        }
        Ok(deleted)
    }

    /// Deletes the records of requests, but for that of the request that has begun this job: a repeated request must not begin another one.
    async fn erase_requests(&self, job: &Job) -> Result<u64, Error> {
        let own = serde_json::to_string(&job.job_id).map_err(|error| Error::Json(error.to_string()))?;
        let mut others = self.all_items(&job.user_id, &IDEMPOTENCY).await?;
        others.retain(|record| record.result.as_ref() != Some(&own));
        self.delete_items(&others).await
    }

    /// Returns all items of a kind of which a user has few.
    async fn all_items(&self, user: &UserId, kind: &EntityName) -> Result<Vec<StoredItem>, Error> {
        let query = StoredItemItems::query(partition(kind, &(user,))?).consistent().including_expired();
        Ok(self.items.stream(query).try_collect().await?)
    }

    /// Deletes items of the search index.
    async fn erase_runs(&self, user: &UserId) -> Result<u64, Error> {
        let mut deleted = 0;
        for kind in &SEARCH_RUNS {
            let runs: Vec<_> =
                (0..RUN_SLOTS).map(|run| partition(kind, &(user, run))).collect::<Result<_, _>>()?;
            deleted += try_join_all(runs.into_iter().map(|run| self.delete_some(run)))
                .await?
                .into_iter()
                .sum::<u64>();
        }
        Ok(deleted)
    }
}
