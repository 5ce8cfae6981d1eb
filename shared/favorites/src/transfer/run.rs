//! The work of imports and exports.

use std::time::Duration;

use tokio::time::Instant;

use crate::error::Error;
use crate::jobs::{Job, JobWork};
use crate::limits::STEP_PATIENCE;
use crate::model::ids::{JobId, UserId};
use crate::service::Favorites;

impl Favorites {
    /// Works on an import or export for as long as its request waits, and returns it. If that fails, another call goes on.
    pub async fn run_transfer_at_once(&self, job: Job, wait: Duration) -> Job {
        let run = self.run_transfer(&job.user_id, job.job_id, wait);
        let error = match tokio::time::timeout(wait + STEP_PATIENCE, run).await {
            Ok(Ok(job)) => return job,
            Ok(Err(error)) => error,
            Err(_) => Error::OutOfTime,
        };
        tracing::warn!(%error, "an import or export is left to another call");
        self.job(&job.user_id, job.job_id).await.unwrap_or(job)
    }

    /// Works on an import or export until it ends, or until there is no `time_left`, and returns it. Does nothing if the job has ended,
    /// or if another call holds it.
    ///
    /// # Errors
    /// [`Error::NoJob`]; [`Error::Busy`], [`Error::Table`] and [`Error::Files`], after which the next call goes on at the same
    /// place.
    pub async fn run_transfer(
        &self,
        user: &UserId,
        job_id: JobId,
        time_left: Duration,
    ) -> Result<Job, Error> {
        let end = Instant::now() + time_left;
        let mut job = self.job(user, job_id).await?;
        if !job.is_free(self.store.now()) {
            return Ok(job);
        }
        let stopped = match job.work.clone() {
            JobWork::Export(export) => self.export(&mut job, export, end).await,
            JobWork::Import(import) => self.import(&mut job, import, end).await,
            JobWork::Act { .. } | JobWork::Undo { .. } | JobWork::Erase(_) => Ok(()),
        };
        self.after_steps(job, stopped).await
    }
}
