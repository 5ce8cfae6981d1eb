//! The work of jobs, step by step.

use std::time::Duration;

use single_table::{Put, Transaction, Versioned as _};
use tokio::time::Instant;

use super::job::{Job, JobState};
use super::pace::Pace;
use super::plan::{JobPlan, JobPlanKey, PlannedChange};
use super::turn::Stop;
use crate::error::Error;
use crate::model::action::Action;
use crate::model::ids::{DataId, UserId};
use crate::model::page::Page;
use crate::service::Favorites;
use crate::use_cases::trash::DeletedTogether;

/// The reason of a job that has lost a plan.
const PLAN_LOST: &str = "the plan of a step was lost when the table was restored; begin the job again";

impl Favorites {
    /// Works on a job that acts on favorites for as long as its request waits, and returns it. The worker
    /// does what is left.
    pub async fn run_at_once(&self, job: Job, wait: Duration) -> Job {
        let work = self.go_on_acting(job.clone(), Instant::now() + wait);
        self.at_once(job, wait, work).await
    }

    /// Works on a job that acts on favorites until it ends, or until `end`, and returns it.
    pub(crate) async fn go_on_acting(&self, mut job: Job, end: Instant) -> Result<Job, Error> {
        let Some(action) = job.work.action() else { return Ok(job) };
        if !self.claim(&mut job).await? {
            return Ok(job);
        }
        let (favorites, mut pace) = self.paced();
        let stopped = favorites.take_steps(&mut job, action, &mut pace, end).await;
        self.after_steps(job, stopped).await
    }

    /// Takes steps of a job, at least one, so that calls with little time reach the end, too. `job` is always as it is stored.
    async fn take_steps(
        &self,
        job: &mut Job,
        action: Action,
        pace: &mut Pace,
        end: Instant,
    ) -> Result<(), Stop> {
        let mut has_moved = false;
        loop {
            let mut after = job.clone();
            if after.is_planned {
                self.carry_out(&mut after, action).await?;
                has_moved = true;
            }
            after.note_progress();
            if after.is_last || after.state == JobState::Cancelling {
                let state = if after.is_last { JobState::Done } else { JobState::Cancelled };
                *job = self.end_job(job, after, state).await?.ok_or(Stop::Taken)?;
                return Ok(());
            }
            if has_moved && Instant::now() >= end {
                after.rest_until(pace.free(), self.store.now());
                return self.save_progress(job, after).await;
            }
            let carried_out = after.clone();
            match self.next_plan(&mut after, action).await? {
                Some(plan) => self.save_plan(job, after, &plan, carried_out).await?,
                None => self.save_progress(job, after).await?,
            }
            has_moved |= !job.is_planned;
            pace.rest(end).await;
        }
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

    /// Puts `after` in place of `job`, together with a plan. `carried_out` is the job without the plan.
    async fn save_plan(
        &self,
        job: &mut Job,
        mut after: Job,
        plan: &JobPlan,
        carried_out: Job,
    ) -> Result<(), Stop> {
        let mut transaction = Transaction::new();
        transaction.replace(&*job, &after);
        transaction.add(Put::new(plan));
        if self.store.transact(transaction).cancelled().await.map_err(Error::from)?.is_some() {
            self.save_progress(job, carried_out).await?;
            return Err(Stop::Taken);
        }
        after.set_next_version(job);
        *job = after;
        Ok(())
    }
}
