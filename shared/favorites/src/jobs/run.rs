//! The work of jobs, step by step.

use std::time::Duration;

use single_table::{Put, Transaction, Versioned as _};
use tokio::time::Instant;

use super::job::{Job, JobState};
use super::plan::{JobPlan, JobPlanKey, PlannedChange};
use crate::error::Error;
use crate::model::action::Action;
use crate::model::ids::{DataId, JobId, UserId};
use crate::model::page::Page;
use crate::service::Favorites;
use crate::use_cases::trash::DeletedTogether;

/// The reason of a job that has lost a plan.
const PLAN_LOST: &str = "the plan of a step was lost when the table was restored; begin the job again";

/// The reason why a call stops to work on a job.
pub(crate) enum Stop {
    /// Another call has changed the job.
    Taken,
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
    /// Works on a job that was just created for as long as its request may `wait`, and returns it. If that
    /// fails, another call goes on.
    pub async fn run_at_once(&self, job: Job, wait: Duration) -> Job {
        match self.run_job(&job.user_id, job.job_id, wait).await {
            Ok(job) => job,
            Err(error) => {
                tracing::warn!(%error, "a job is left to another call");
                job
            }
        }
    }

    /// Works on a job until it ends, or until there is no `time_left`, and returns it. Does nothing if the job has ended, or if another
    /// call holds it.
    ///
    /// # Errors
    /// [`Error::NoJob`]; [`Error::Busy`] and [`Error::Table`], after which the next call goes on at the same place.
    pub async fn run_job(&self, user: &UserId, job_id: JobId, time_left: Duration) -> Result<Job, Error> {
        let end = Instant::now() + time_left;
        let mut job = self.job(user, job_id).await?;
        let Some(action) = job.work.action().filter(|_| job.is_free(self.store.now())) else {
            return Ok(job);
        };
        let stopped = self.take_steps(&mut job, action, end).await;
        self.after_steps(job, stopped).await
    }

    /// Returns a job after a call has worked on it. `job` is as it is stored, unless another call has changed it.
    pub(crate) async fn after_steps(&self, job: Job, stopped: Result<(), Stop>) -> Result<Job, Error> {
        match stopped {
            Ok(()) => Ok(job),
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
                self.let_go(job).await;
                Err(error)
            }
        }
    }

    /// Lets the next call go on with a job at once. If this fails, too, that call waits until the job is not held any more.
    async fn let_go(&self, mut job: Job) {
        let mut released = job.clone();
        released.release(self.store.now());
        if self.save_progress(&mut job, released).await.is_err() {
            tracing::info!("a job stays held after an error");
        }
    }

    /// Takes steps of a job, at least one, so that calls with little time reach the end, too. `job` is always as it is stored.
    async fn take_steps(&self, job: &mut Job, action: Action, end: Instant) -> Result<(), Stop> {
        let mut has_moved = false;
        loop {
            let began = Instant::now();
            let mut after = job.clone();
            if after.is_planned {
                self.carry_out(&mut after, action).await?;
                has_moved = true;
            }
            if after.is_last {
                *job = self.end_job(job, after, JobState::Done).await?.ok_or(Stop::Taken)?;
                return Ok(());
            }
            if has_moved && Instant::now() >= end {
                after.release(self.store.now());
                return self.save_job(job, after, None).await;
            }
            let plan = self.next_plan(&mut after, action).await?;
            self.save_job(job, after, plan).await?;
            has_moved |= !job.is_planned;
            tokio::time::sleep_until(end.min(began + self.pace(self.job_step.get().into()))).await;
        }
    }

    /// Returns the time that a step with this many favorites takes at least.
    pub(crate) fn pace(&self, favorites: u64) -> Duration {
        let Some(rate) = self.job_rate else { return Duration::ZERO };
        Duration::from_secs(favorites) / rate.get()
    }

    /// Plans the next step. Returns `None` if nothing of it need be changed.
    async fn next_plan(&self, job: &mut Job, action: Action) -> Result<Option<JobPlan>, Stop> {
        let Page { items, next } = match self.wanted(job).await {
            Err(Error::NoTag(tag_id)) => return Err(Stop::Failed(Error::NoTag(tag_id).to_string())),
            wanted => wanted?,
        };
        let wanted = items.len() as u64;
        let changes = self.needed(&job.user_id, action, items, job.is_undoing()).await?;
        job.counts.unchanged += wanted - changes.len() as u64;
        job.is_last = next.is_none();
        job.after = next;
        job.is_planned = !changes.is_empty();
        job.hold(self.store.now());
        Ok(job.is_planned.then(|| JobPlan::new(job, changes)))
    }

    /// Carries out the plan that is saved, which may be carried out in part already.
    async fn carry_out(&self, job: &mut Job, action: Action) -> Result<(), Stop> {
        let (user_id, job_id, step) = (job.user_id.clone(), job.job_id, job.steps);
        let key = JobPlanKey { user_id, job_id, step };
        let plan: Option<JobPlan> = self.store.get(&key).consistent().await.map_err(Error::from)?;
        // The plan and the job are written in one transaction, but a table that was restored to a point in time may have only a part.
        let plan = plan.ok_or_else(|| Stop::Failed(PLAN_LOST.to_owned()))?;
        let mut changes = plan.changes.as_slice();
        while !changes.is_empty() {
            let DeletedTogether { count, is_done } = match action {
                Action::Delete => {
                    let data_ids: Vec<_> = changes.iter().map(|change| change.data_id).collect();
                    self.delete_together(&job.user_id, &data_ids).await?
                }
                _ => DeletedTogether { count: changes.len(), is_done: false },
            };
            let (first, rest) = changes.split_at(count);
            if is_done {
                job.counts.changed += count as u64;
            } else {
                for change in first {
                    self.change(job, action, *change).await?;
                }
            }
            changes = rest;
        }
        job.is_planned = false;
        job.steps += 1;
        Ok(())
    }

    /// Changes one favorite.
    async fn change(&self, job: &mut Job, action: Action, change: PlannedChange) -> Result<(), Stop> {
        let action = change.action(action);
        match self.act(&job.user_id, action, change.data_id).await {
            Ok(_) => job.counts.changed += 1,
            Err(Error::NoFavorite(_) | Error::NotInTrash(_)) => {
                let counts = &mut job.counts;
                let is_done = self.is_done(&job.user_id, action, change.data_id).await?;
                *(if is_done { &mut counts.changed } else { &mut counts.unchanged }) += 1;
            }
            Err(error @ Error::NoTag(_)) => return Err(Stop::Failed(error.to_string())),
            Err(error @ (Error::Busy(_) | Error::Table(_))) => return Err(Stop::Error(error)),
            Err(error) => job.note_failure(change.data_id, error.to_string()),
        }
        Ok(())
    }

    /// Returns true if a favorite is where the action moves favorites to: the step was interrupted after it, or somebody else moved it.
    async fn is_done(&self, user: &UserId, action: Action, data_id: DataId) -> Result<bool, Error> {
        let found = match action {
            Action::Purge => return Ok(true),
            Action::Delete => self.trashed_favorite(user, data_id).await.map(drop),
            Action::Restore => self.favorite(user, data_id).await.map(drop),
            Action::Tag(_) | Action::Untag(_) | Action::SetExpiry(_) => return Ok(false),
        };
        match found {
            Ok(()) => Ok(true),
            Err(Error::NoFavorite(_) | Error::NotInTrash(_)) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Puts `after` in place of `job`, together with a plan.
    async fn save_job(&self, job: &mut Job, mut after: Job, plan: Option<JobPlan>) -> Result<(), Stop> {
        let saved = match plan {
            Some(plan) => {
                let mut transaction = Transaction::new();
                transaction.replace(&*job, &after);
                transaction.add(Put::new(&plan));
                let cancelled = self.store.transact(transaction).cancelled().await.map_err(Error::from)?;
                after.set_next_version(job);
                cancelled.is_none()
            }
            None => return self.save_progress(job, after).await,
        };
        if !saved {
            return Err(Stop::Taken);
        }
        *job = after;
        Ok(())
    }

    /// Puts `after` in place of `job`.
    pub(crate) async fn save_progress(&self, job: &mut Job, mut after: Job) -> Result<(), Stop> {
        if !Error::unless_changed(self.store.save(Some(&*job), &mut after).await)? {
            return Err(Stop::Taken);
        }
        *job = after;
        Ok(())
    }
}
