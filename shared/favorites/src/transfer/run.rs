//! The work of imports and exports.

use std::time::Duration;

use tokio::time::Instant;

use crate::error::Error;
use crate::jobs::{Job, JobWork};
use crate::limits::STEP_PATIENCE;
use crate::model::ids::{JobId, UserId};
use crate::service::Favorites;

impl Favorites {
    /// Works on an export for as long as its request waits, and returns it. If that fails, another call goes on. Unlike
    /// [`run_transfer`](Self::run_transfer), it contains no reader of a file format, so that its function stays small.
    pub async fn run_export_at_once(&self, job: Job, wait: Duration) -> Job {
        let run = self.run_export(&job.user_id, job.job_id, wait);
        let done = at_once(wait, run).await;
        self.done_or_left(job, done).await
    }

    /// Works on an import for as long as its request waits, and returns it. If that fails, another call goes on.
    pub async fn run_import_at_once(&self, job: Job, wait: Duration) -> Job {
        let run = self.run_import(&job.user_id, job.job_id, wait);
        let done = at_once(wait, run).await;
        self.done_or_left(job, done).await
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
        let job = self.job(user, job_id).await?;
        match job.work {
            JobWork::Import(_) => self.go_on_importing(job, end).await,
            _ => self.go_on_exporting(job, end).await,
        }
    }

    async fn run_export(&self, user: &UserId, job_id: JobId, time_left: Duration) -> Result<Job, Error> {
        let end = Instant::now() + time_left;
        self.go_on_exporting(self.job(user, job_id).await?, end).await
    }

    async fn run_import(&self, user: &UserId, job_id: JobId, time_left: Duration) -> Result<Job, Error> {
        let end = Instant::now() + time_left;
        self.go_on_importing(self.job(user, job_id).await?, end).await
    }

    /// Works on a job if it is an export that no other call holds.
    async fn go_on_exporting(&self, mut job: Job, end: Instant) -> Result<Job, Error> {
        let JobWork::Export(export) = job.work.clone() else { return Ok(job) };
        if !job.is_free(self.store.now()) {
            return Ok(job);
        }
        let stopped = self.export(&mut job, export, end).await;
        self.after_steps(job, stopped).await
    }

    /// Works on a job if it is an import that no other call holds.
    async fn go_on_importing(&self, mut job: Job, end: Instant) -> Result<Job, Error> {
        let JobWork::Import(import) = job.work.clone() else { return Ok(job) };
        if !job.is_free(self.store.now()) {
            return Ok(job);
        }
        let stopped = self.import(&mut job, import, end).await;
        let job = self.after_steps(job, stopped).await?;
        self.delete_import_file(&job).await;
        Ok(job)
    }

    /// Returns the job, or as it is stored if the call could not go on with it.
    async fn done_or_left(&self, job: Job, done: Result<Job, Error>) -> Job {
        match done {
            Ok(job) => job,
            Err(error) => {
                let error = error.without_values();
                tracing::warn!(error, "an import or export is left to another call");
                self.job(&job.user_id, job.job_id).await.unwrap_or(job)
            }
        }
    }
}

/// Waits for the work of a request, and a little longer for its last step.
async fn at_once(wait: Duration, run: impl Future<Output = Result<Job, Error>>) -> Result<Job, Error> {
    tokio::time::timeout(wait + STEP_PATIENCE, run).await.unwrap_or(Err(Error::OutOfTime))
}
