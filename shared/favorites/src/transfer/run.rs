//! The work of imports and exports.

use std::time::Duration;

use tokio::time::Instant;

use crate::error::Error;
use crate::jobs::{Job, JobState, JobWork, Stop};
use crate::service::Favorites;

/// The reason of an import that was never started.
const NOT_STARTED: &str = "its file was not uploaded and started within 24 hours";

impl Favorites {
    /// Works on an export for as long as its request waits, and returns it. The worker does what is left.
    /// Unlike
    /// [`run_job`](Self::run_job), it contains no reader of a file format, so that its function stays small.
    pub async fn run_export_at_once(&self, job: Job, wait: Duration) -> Job {
        let work = self.go_on_exporting(job.clone(), Instant::now() + wait);
        self.at_once(job, wait, work).await
    }

    /// Works on an import for as long as its request waits, and returns it. The worker does what is left.
    pub async fn run_import_at_once(&self, job: Job, wait: Duration) -> Job {
        let work = Box::pin(self.go_on_importing(job.clone(), Instant::now() + wait));
        self.at_once(job, wait, work).await
    }

    /// Works on an export until it ends, or until `end`, and returns it.
    pub(crate) async fn go_on_exporting(&self, mut job: Job, end: Instant) -> Result<Job, Error> {
        if !self.claim(&mut job).await? {
            return Ok(job);
        }
        let JobWork::Export(export) = job.work.clone() else { return Ok(job) };
        let stopped = self.export(&mut job, export, end).await;
        self.after_steps(job, stopped).await
    }

    /// Works on an import until it ends, or until `end`, and returns it.
    pub(crate) async fn go_on_importing(&self, mut job: Job, end: Instant) -> Result<Job, Error> {
        if job.has_ended() {
            return Ok(job);
        }
        let was_waiting = job.state == JobState::Waiting;
        if self.claim(&mut job).await?
            && let JobWork::Import(import) = job.work.clone()
        {
            let stopped = if was_waiting {
                Err(Stop::Failed(NOT_STARTED.to_owned()))
            } else {
                let (favorites, mut pace) = self.paced();
                favorites.import(&mut job, import, &mut pace, end).await
            };
            job = self.after_steps(job, stopped).await?;
        }
        self.delete_import_file(&job).await;
        Ok(job)
    }
}
