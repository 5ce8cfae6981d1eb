//! A turn of the worker.

use std::time::Duration;

use single_table::Timestamp;
use single_table::item::{decode, is_a};
use tokio::time::Instant;

use crate::due::{Due, Task, Upkeep};
use crate::error::Error;
use crate::jobs::{Job, JobWork};
use crate::limits::WORK_SLICE;
use crate::model::ids::{JobId, UserId};
use crate::reconcile::{DueUser, Reconciled};
use crate::service::Favorites;
use crate::stream::ChangeRecord;

/// The result of a call of the worker.
#[derive(Debug)]
pub enum Turn {
    /// It worked on this job.
    Job(Box<Job>),
    /// It reconciled the user.
    Reconciled(Reconciled),
    /// It took this number of steps of clean-ups.
    CleanedUp(u64),
    /// It ended this number of compactions of the search index.
    Compacted(u64),
    /// It could not go on. The work is tried again later, or the job has failed.
    Interrupted(Error),
    /// There was nothing to work on.
    None,
}

impl Favorites {
    /// Does the work that a record of the stream asks for: the next turn of a user. Begins nothing after
    /// `time_left`.
    ///
    /// # Errors
    /// [`Error::Busy`] and [`Error::Table`], after which the record is to be delivered again. Work that fails
    /// is not an error here: the worker tries it again later, or has ended it with a reason.
    pub async fn work_on_record(&self, change: ChangeRecord, time_left: Duration) -> Result<Turn, Error> {
        let Some(called) = change.new.filter(is_a::<Due>) else { return Ok(Turn::None) };
        let due: Due = decode(called)?;
        self.take_turn(&due.user_id, time_left.min(WORK_SLICE)).await
    }

    /// Works for a user for a slice of time: on a job, on the reconciliation, on clean-ups, or on a
    /// compaction. Does nothing if no call for the user is on its way: the call was delivered before.
    ///
    /// # Errors
    /// [`Error::Busy`] and [`Error::Table`] if the work can't be claimed.
    pub async fn take_turn(&self, user: &UserId, slice: Duration) -> Result<Turn, Error> {
        // Boxed, because the futures within futures are deeper than the compiler follows.
        let turn = match self.take_due(user).await? {
            Some(Task::Job(job_id)) => {
                Box::pin(self.run_job(user, job_id, slice)).await.map(|job| Turn::Job(Box::new(job)))
            }
            Some(Task::Pass(due, repairs)) => {
                let user = DueUser { user_id: user.clone(), due, repairs };
                Box::pin(self.reconcile_in_turn(&user, slice)).await.map(Turn::Reconciled)
            }
            Some(Task::Upkeep(Upkeep::Cleanups, taken)) => {
                Box::pin(self.clean_up_in_turn(user, taken, slice)).await.map(Turn::CleanedUp)
            }
            Some(Task::Upkeep(Upkeep::Compaction, taken)) => {
                Box::pin(self.compact_in_turn(user, taken, slice)).await.map(Turn::Compacted)
            }
            None => Ok(Turn::None),
        };
        Ok(match turn {
            Ok(turn) => turn,
            // The user's account was erased, and the job with it.
            Err(Error::NoJob(_)) => Turn::None,
            Err(error) => Turn::Interrupted(error),
        })
    }

    /// Works on the compaction of the search index, and returns the number of compactions that ended.
    async fn compact_in_turn(&self, user: &UserId, taken: Timestamp, slice: Duration) -> Result<u64, Error> {
        let compacted = self.compact_index(user, Instant::now() + slice).await;
        let time = match &compacted {
            Ok((_, true)) => Ok(None),
            Ok((_, false)) => Ok(Some(self.store.now())),
            Err(_) => Err(()),
        };
        self.give_back_upkeep(user, (Upkeep::Compaction, taken), time).await?;
        compacted.map(|(ended, _)| ended)
    }

    async fn reconcile_in_turn(&self, user: &DueUser, slice: Duration) -> Result<Reconciled, Error> {
        let reconciled = self.reconcile_due_user(user, slice).await;
        let is_finished = reconciled.as_ref().ok().map(|reconciled| reconciled.finished);
        self.give_back_pass(&user.user_id, (&user.due, user.repairs), is_finished).await?;
        reconciled
    }

    /// Works on a job until it ends or there is no `time_left`, and returns it. Does nothing if the job has
    /// ended, or if another call holds it. If work is left, the next turn of its user follows.
    ///
    /// # Errors
    /// [`Error::NoJob`]; [`Error::Busy`], [`Error::Table`] and [`Error::Files`], after which a later turn
    /// goes on at the same place.
    pub async fn run_job(&self, user: &UserId, job_id: JobId, time_left: Duration) -> Result<Job, Error> {
        let end = Instant::now() + time_left;
        let worked = match self.job(user, job_id).await {
            Ok(job) => self.go_on(job, end).await,
            Err(error) => Err(error),
        };
        let time = match &worked {
            Ok(job) => job.next_turn(),
            Err(Error::NoJob(_)) => None,
            Err(_) => self.job(user, job_id).await?.next_turn(),
        };
        self.give_back(user, job_id, time).await?;
        worked
    }

    async fn go_on(&self, job: Job, end: Instant) -> Result<Job, Error> {
        match job.work {
            JobWork::Act { .. } | JobWork::Undo { .. } => self.go_on_acting(job, end).await,
            JobWork::Export(_) => self.go_on_exporting(job, end).await,
            JobWork::Import(_) => self.go_on_importing(job, end).await,
            JobWork::Erase(_) => self.go_on_erasing(job, end).await,
        }
    }
}
