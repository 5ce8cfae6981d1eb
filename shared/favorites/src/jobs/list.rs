//! The list of jobs with work left.

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use single_table::{Delete, Entity, EpochSeconds, Put, Transaction};

use super::job::Job;
use super::work::JobRunner;
use crate::error::Error;
use crate::limits::LISTED_JOBS;
use crate::model::ids::{JobId, UserId};
use crate::service::Favorites;
use crate::table::FavoritesTable;

/// The number of partitions of the list.
const SHARDS: u8 = 4;

/// A note that a job has work left. The transaction that creates the job puts it, and the one that ends the job deletes it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Entity)]
#[serde(rename_all = "camelCase")]
#[entity(table = FavoritesTable, name = "JobWithWork", partition(runner, shard), sort(job_id, user_id), ttl(expire_time))]
pub(crate) struct JobWithWork {
    /// The function that works on the job.
    runner: JobRunner,
    shard: u8,
    job_id: JobId,
    user_id: UserId,
    /// The time at which DynamoDB removes the job.
    expire_time: EpochSeconds,
}

/// A job with work left.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ListedJob {
    /// The user whose job it is.
    pub user_id: UserId,
    /// The job.
    pub job_id: JobId,
}

impl JobWithWork {
    fn of(job: &Job) -> Self {
        let JobWithWorkKey { shard, job_id, user_id, runner } =
            Self::key_of(&job.user_id, job.job_id, job.work.runner());
        Self { shard, job_id, user_id, runner, expire_time: job.expire_time() }
    }

    /// Returns the key of the note about a job.
    pub(crate) fn key_of(user: &UserId, job_id: JobId, runner: JobRunner) -> JobWithWorkKey {
        let shard = Sha256::digest(user.as_str())[0] % SHARDS;
        JobWithWorkKey { shard, job_id, user_id: user.clone(), runner }
    }

    /// Has a transaction list a job.
    pub(crate) fn list(transaction: &mut Transaction<FavoritesTable>, job: &Job) {
        transaction.add(Put::new(&Self::of(job)));
    }

    /// Has a transaction take a job off the list.
    pub(crate) fn unlist(transaction: &mut Transaction<FavoritesTable>, job: &Job) {
        transaction.add(Delete::<Self>::new(Self::of(job).key()));
    }
}

impl Favorites {
    /// Returns jobs with work left that this function works on: of each partition of the list, the [`LISTED_JOBS`] oldest. The others
    /// follow when these are done.
    ///
    /// # Errors
    /// [`Error::Busy`] and [`Error::Table`].
    pub async fn jobs_with_work(&self, runner: JobRunner) -> Result<Vec<ListedJob>, Error> {
        let mut jobs = Vec::new();
        for shard in 0..SHARDS {
            let query = JobWithWorkItems::query(runner, shard).limit(LISTED_JOBS);
            let page = self.store.page(query).await?;
            let listed = page.items.into_iter();
            jobs.extend(listed.map(|JobWithWork { job_id, user_id, .. }| ListedJob { user_id, job_id }));
        }
        Ok(jobs)
    }
}
