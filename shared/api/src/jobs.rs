//! The work on jobs: the events of the functions `run-jobs`, `run-transfers` and `run-erasures`, and what is done for each.
//!
//! A state machine calls each of these functions every minute. The first call asks for the jobs with work left, and the answer has an event for each
//! of them, with which the state machine calls the function again, several at once.

use std::time::Duration;

use favorites::{Error, Favorites, Job, JobId, JobRunner, ListedJob, UserId};
use serde::{Deserialize, Serialize};

use crate::deadline::Deadline;
use crate::log::METRICS;
use crate::task::TaskError;

/// The time before its deadline at which a call begins no further step.
const MARGIN: Duration = Duration::from_secs(10);

/// The answer about a job that the call could not go on with. The next call does.
const INTERRUPTED: &str = "interrupted";

/// The answer about a job that is gone.
const ERASED: &str = "erased";

/// An event of a function that works on jobs. With a job, it asks for work on this job, and without one, for jobs.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JobsEvent {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    job: Option<ListedJob>,
}

/// The answer to an event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum JobsAnswer {
    /// Events for the jobs with work left.
    Jobs {
        /// The events.
        jobs: Vec<JobsEvent>,
    },
    /// The state of the job after the call.
    Worked {
        /// The name of the state, or `interrupted`, or `erased`.
        state: &'static str,
    },
}

impl JobsEvent {
    /// Does what the event asks for, as the function `runner`. `run` works on a job for as long as it is told, and returns the job.
    ///
    /// # Errors
    /// [`TaskError::Failed`] if the list can't be read, and [`TaskError::NoAnswer`] a second before `deadline`. Then another call goes
    /// on at the same place.
    pub async fn work(
        self,
        favorites: &Favorites,
        runner: JobRunner,
        run: impl AsyncFnOnce(&Favorites, &UserId, JobId, Duration) -> Result<Job, Error>,
        deadline: Deadline,
    ) -> Result<JobsAnswer, TaskError> {
        before(deadline, async {
            let Some(ListedJob { user_id, job_id }) = self.job else {
                let jobs = favorites.jobs_with_work(runner).await?;
                tracing::info!(target: METRICS, jobs = jobs.len(), "found jobs with work");
                let jobs = jobs.into_iter().map(|job| Self { job: Some(job) });
                return Ok(JobsAnswer::Jobs { jobs: jobs.collect() });
            };
            // Boxed, because the futures within futures are deeper than the compiler follows.
            let worked = Box::pin(run(favorites, &user_id, job_id, time_for_steps(deadline))).await;
            Ok(answer_about(&worked))
        })
        .await
    }
}

/// Waits for an answer until a second before the deadline.
async fn before(
    deadline: Deadline,
    answer: impl Future<Output = Result<JobsAnswer, Error>>,
) -> Result<JobsAnswer, TaskError> {
    let answered = tokio::time::timeout(deadline.time_to_answer(), answer).await;
    answered.map_err(|_| TaskError::NoAnswer)?.map_err(TaskError::Failed)
}

/// Returns the time in which steps of a job begin.
fn time_for_steps(deadline: Deadline) -> Duration {
    deadline.time_left().saturating_sub(MARGIN)
}

/// Returns the answer about a job that a call has worked on.
fn answer_about(worked: &Result<Job, Error>) -> JobsAnswer {
    let state = match worked {
        Ok(job) => {
            log(job);
            job.state.as_str()
        }
        // The user's account was erased, and the job with it.
        Err(Error::NoJob(_)) => ERASED,
        // One job must not end the execution in which others are worked on.
        Err(error) => {
            tracing::error!(target: METRICS, error = error.without_values(), "a job was interrupted");
            INTERRUPTED
        }
    };
    JobsAnswer::Worked { state }
}

/// Logs the progress.
fn log(Job { state, counts, .. }: &Job) {
    let (state, changed, refused) = (state.as_str(), counts.changed, counts.failed);
    tracing::info!(target: METRICS, state, changed, refused, "worked on a job");
}

#[cfg(test)]
#[path = "jobs_tests.rs"]
mod tests;
