//! The part that all jobs share: a call claims a job, works on it, and releases it.

use std::time::Duration;

use tokio::time::{Instant, timeout_at};

use super::job::{Job, JobState};
use crate::error::Error;
use crate::limits::{JOB_ANSWER_TIME, STEP_PATIENCE};
use crate::service::Favorites;

/// The reason why a call stops to work on a job.
pub(crate) enum Stop {
    /// Another call has changed the job.
    Taken,
    /// The user has cancelled the job, which has ended with the step that was under way.
    Cancelled,
    /// The job can't go on: the tag that it adds is gone, for example.
    Failed(String),
    /// The table, or the time.
    Error(Error),
}

impl From<Error> for Stop {
    fn from(error: Error) -> Self {
        Self::Error(error)
    }
}

impl From<single_table::Error> for Stop {
    fn from(error: single_table::Error) -> Self {
        Self::Error(error.into())
    }
}

impl Favorites {
    /// Works on a job of its request with `work` for as long as the request waits, and a little longer for
    /// the last step. The worker does what is left. Returns the job whatever comes of it, because the job
    /// exists, and its user needs its id.
    pub(crate) async fn at_once(
        &self,
        job: Job,
        wait: Duration,
        work: impl Future<Output = Result<Job, Error>>,
    ) -> Job {
        let patience = Instant::now() + wait + STEP_PATIENCE;
        let answer = self.deadline.unwrap_or(patience + JOB_ANSWER_TIME);
        let end = answer.checked_sub(JOB_ANSWER_TIME).map_or(patience, |end| end.min(patience));
        let worked = timeout_at(end, work).await;
        let left = async {
            let job = match worked {
                Ok(Ok(job)) => job,
                Ok(Err(error)) => {
                    tracing::warn!(reason = error.without_values(), "a job is left to the worker");
                    self.job(&job.user_id, job.job_id).await?
                }
                Err(_) => self.released(self.job(&job.user_id, job.job_id).await?).await?,
            };
            self.set_due(&job.user_id, job.job_id, job.next_turn()).await?;
            Ok::<_, Error>(job)
        };
        let last = answer.checked_sub(JOB_ANSWER_TIME / 4).unwrap_or(answer);
        match timeout_at(last, left).await {
            Ok(Ok(job)) => job,
            // The list has the job with the time at which the hold of this call ends.
            Ok(Err(_)) | Err(_) => job,
        }
    }

    /// Releases a job whose work was cut off.
    async fn released(&self, job: Job) -> Result<Job, Error> {
        if !job.is_held(self.store.now()) {
            return Ok(job);
        }
        let mut free = job.clone();
        free.release(self.store.now());
        Ok(self.replace_job(&job, free).await?.unwrap_or(job))
    }

    /// Claims a job for a call. Returns false if there is nothing to do: the job has ended, another call
    /// holds it, or it ends here after too many attempts.
    pub(crate) async fn claim(&self, job: &mut Job) -> Result<bool, Error> {
        let now = self.store.now();
        if !job.is_free(now) {
            return Ok(false);
        }
        let mut claimed = job.clone();
        claimed.claim(now);
        let Some(claimed) = self.replace_job(job, claimed).await? else {
            *job = self.job(&job.user_id, job.job_id).await?;
            return Ok(false);
        };
        *job = claimed;
        Ok(!job.has_ended())
    }

    /// Returns a job after a call has worked on it. `job` is as it is stored, unless another call has changed
    /// it.
    pub(crate) async fn after_steps(&self, job: Job, stopped: Result<(), Stop>) -> Result<Job, Error> {
        match stopped {
            Ok(()) | Err(Stop::Cancelled) => Ok(job),
            Err(Stop::Taken) => self.job(&job.user_id, job.job_id).await,
            Err(Stop::Failed(reason)) => {
                let mut failed = job.clone();
                failed.reason = Some(reason);
                match self.end_job(&job, failed, JobState::Failed).await? {
                    Some(job) => Ok(job),
                    None => self.job(&job.user_id, job.job_id).await,
                }
            }
            Err(Stop::Error(error)) => {
                let mut left = job.clone();
                left.note_trouble(error.without_values(), self.store.now());
                if self.replace_job(&job, left).await.is_err() {
                    tracing::info!("a job stays held after an error");
                }
                Err(error)
            }
        }
    }

    /// Puts `after` in place of `job`.
    pub(crate) async fn save_progress(&self, job: &mut Job, after: Job) -> Result<(), Stop> {
        *job = self.replace_job(job, after).await?.ok_or(Stop::Taken)?;
        if job.state == JobState::Cancelled { Err(Stop::Cancelled) } else { Ok(()) }
    }

    /// Ends a job. Returns `None` if another call has changed the job.
    pub(crate) async fn end_job(
        &self,
        before: &Job,
        mut job: Job,
        state: JobState,
    ) -> Result<Option<Job>, Error> {
        job.end(state, self.store.now());
        self.replace_job(before, job).await
    }

    /// Puts `after` in place of `before`. If the user has cancelled the job meanwhile, the job ends, with
    /// everything that `after` says was done. Returns the job as it is stored then, or `None` if another call
    /// has changed it.
    async fn replace_job(&self, before: &Job, mut after: Job) -> Result<Option<Job>, Error> {
        if Error::unless_changed(self.store.replace(before, &mut after).await)? {
            return Ok(Some(after));
        }
        let cancelling = self.job(&before.user_id, before.job_id).await?;
        if !cancelling.is_cancelled_copy_of(before) {
            return Ok(None);
        }
        if !after.has_ended() {
            after.end(JobState::Cancelled, self.store.now());
        }
        let is_written = Error::unless_changed(self.store.replace(&cancelling, &mut after).await)?;
        Ok(is_written.then_some(after))
    }
}
