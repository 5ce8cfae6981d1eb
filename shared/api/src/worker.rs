//! The background work: the functions `worker` and `sweeper`.

use std::time::Duration;

use favorites::{Error, Favorites, Reconciled, Repairs, Swept, Turn, UserId};
use serde::{Deserialize, Serialize};

use crate::deadline::Deadline;
use crate::log::METRICS;
use crate::task::TaskError;

/// The time before its deadline at which a call begins no further step.
const MARGIN: Duration = Duration::from_secs(10);

/// An event of the sweeper. The schedule sends an empty one, and operators ask for a reconciliation.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SweepEvent {
    /// The users to reconcile, due or not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reconcile: Option<Reconcile>,
}

/// A reconciliation that an operator asks for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Reconcile {
    /// The user. `None`: all users.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    user_id: Option<UserId>,
    /// The time at which differences are repaired.
    #[serde(default)]
    repairs: Repairs,
}

/// The answer of the sweeper.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct SweepAnswer {
    /// The number of users whose work was overdue.
    users: u64,
    /// The number of users whose reconciliation was due.
    due: u64,
    /// The number of notes that a listing of all users has written.
    listed: u64,
    /// False if the next call goes on.
    finished: bool,
}

impl SweepEvent {
    /// Calls the worker for every user whose work is overdue or whose reconciliation is due, after what an
    /// operator asks for.
    ///
    /// # Errors
    /// [`TaskError::Failed`], and [`TaskError::NoAnswer`] a second before `deadline`. The next call goes on.
    pub async fn sweep(self, favorites: &Favorites, deadline: Deadline) -> Result<SweepAnswer, TaskError> {
        let work = async {
            match self.reconcile {
                Some(Reconcile { user_id: Some(user), repairs }) => {
                    favorites.reconcile_soon(&user, repairs).await?;
                }
                Some(Reconcile { user_id: None, repairs }) => favorites.begin_listing(repairs).await?,
                None => {}
            }
            favorites.sweep(time_for_steps(deadline)).await
        };
        let swept = tokio::time::timeout(deadline.time_to_answer(), work).await;
        let Swept { users, due, listed, finished } = swept.map_err(|_| TaskError::NoAnswer)??;
        tracing::info!(target: METRICS, users, due, listed, finished, "swept the overdue work");
        Ok(SweepAnswer { users, due, listed, finished })
    }
}

/// Returns the time in which steps begin.
pub(crate) fn time_for_steps(deadline: Deadline) -> Duration {
    deadline.time_left().saturating_sub(MARGIN)
}

/// Logs a turn of the worker, and returns the error with which its record is to be delivered again.
pub(crate) fn log_turn(turn: Result<Turn, Error>) -> Result<(), Error> {
    match turn? {
        Turn::Job(job) => {
            let (state, counts) = (job.state.as_str(), job.counts);
            tracing::info!(
                target: METRICS, state, changed = counts.changed, refused = counts.failed, "worked on a job"
            );
        }
        Turn::Reconciled(Reconciled { favorites, repaired, drift, suspects, finished }) => {
            tracing::info!(target: METRICS, favorites, repaired, drift, suspects, finished, "reconciled");
        }
        Turn::CleanedUp(steps) => tracing::info!(target: METRICS, steps, "cleaned up after deleted tags"),
        Turn::Compacted(compactions) => {
            tracing::info!(target: METRICS, compactions, "compacted a search index");
        }
        // The record must not come again: the work has a time for its next attempt.
        Turn::Interrupted(error) => {
            tracing::error!(target: METRICS, error = error.without_values(), "background work was interrupted");
        }
        Turn::None => {}
    }
    Ok(())
}

#[cfg(test)]
#[path = "worker_tests.rs"]
mod tests;
