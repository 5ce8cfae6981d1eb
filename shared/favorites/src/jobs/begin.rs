//! Use cases of jobs, except their work: begin, read, cancel.

use single_table::Transaction;

use super::job::{Job, JobItems, JobKey, JobState};
use super::selector::Selector;
use super::work::JobWork;
use crate::error::Error;
use crate::limits::JOBS_AT_ONCE;
use crate::model::action::Action;
use crate::model::ids::{JobId, UserId};
use crate::model::page::{Page, PageRequest};
use crate::model::value::IdempotencyKey;
use crate::search::SearchQuery;
use crate::service::Favorites;
use crate::use_cases::favorites::invalid;
use crate::use_cases::idempotency::Repeatable;

impl Favorites {
    /// Begins a job that applies an action to all favorites that a selector selects. With an idempotency key, a repeated request returns
    /// the job of the first one. [`run_job`](Self::run_job) does the work.
    ///
    /// # Errors
    /// [`Error::Invalid`] for an expiry in the past, for a query that can't be read, and for conditions on the trash;
    /// [`Error::NoTag`] for a tag that does not exist; [`Error::IdempotencyKeyReused`]; [`Error::Busy`] and [`Error::Table`].
    pub async fn begin_job(
        &self,
        user: &UserId,
        action: Action,
        selector: Selector,
        key: Option<&IdempotencyKey>,
    ) -> Result<Job, Error> {
        let work = JobWork::Act { action, selector };
        let repeatable = Repeatable::new(user, key, "begin-job", &work)?;
        if let Some(first) = self.first_result::<JobId>(&repeatable).await? {
            return self.job(user, first).await;
        }
        self.check_work(user, &work).await?;
        let job = Job::new(user, work, self.store.now());
        self.create_job(job, &repeatable).await
    }

    /// Creates a job. With an idempotency key, a repeated request returns the job of the first one.
    pub(crate) async fn create_job(&self, job: Job, repeatable: &Repeatable) -> Result<Job, Error> {
        let mut tries = self.tries();
        loop {
            let outcome = self.try_to_create(&job, repeatable).await;
            if let Some(job) = tries.after(outcome).await? {
                return Ok(job);
            }
        }
    }

    async fn try_to_create(&self, job: &Job, repeatable: &Repeatable) -> Result<Option<Job>, Error> {
        let mut transaction = Transaction::new();
        transaction.insert(job);
        self.list_job(&mut transaction, (&job.user_id, job.job_id), job.first_turn(), JOBS_AT_ONCE).await?;
        let remembered = repeatable.remember(&mut transaction, &job.job_id, job.create_time)?;
        let Some(cancelled) = self.store.transact(transaction).cancelled().await? else {
            return Ok(Some(job.clone()));
        };
        match repeatable.replay(&cancelled, remembered)? {
            Some(first) => self.job(&job.user_id, first).await.map(Some),
            None => Ok(None),
        }
    }

    async fn check_work(&self, user: &UserId, work: &JobWork) -> Result<(), Error> {
        let JobWork::Act { action, selector } = work else { return Ok(()) };
        self.check_action(user, *action).await?;
        if action.is_on_trash() && selector.is_narrowed() {
            let message = "may only have \"except\", because the action is on the whole trash";
            return Err(invalid("/select", message.to_owned()));
        }
        if let Some(text) = &selector.query {
            let query = SearchQuery::parse(text).map_err(|error| invalid("/select/q", error.to_string()))?;
            // Such a query finds everything.
            if query.clauses().is_empty() {
                let message = format!("must have something to find; \"{text}\" was given");
                return Err(invalid("/select/q", message));
            }
        }
        self.check_tags(user, selector.tag_id.into_iter().collect()).await
    }

    /// Begins the job that undoes another one, or returns it if it was begun before.
    ///
    /// # Errors
    /// [`Error::NoJob`]; [`Error::NotUndoable`] if the job still runs, or if nothing can undo it; [`Error::Busy`] and
    /// [`Error::Table`].
    pub async fn undo_job(&self, user: &UserId, job_id: JobId) -> Result<Job, Error> {
        let mut tries = self.tries();
        loop {
            let outcome = self.try_undo(user, job_id).await;
            if let Some(job) = tries.after(outcome).await? {
                return Ok(job);
            }
        }
    }

    async fn try_undo(&self, user: &UserId, job_id: JobId) -> Result<Option<Job>, Error> {
        let before = self.job(user, job_id).await?;
        if let Some(undone_by) = before.undone_by {
            return self.job(user, undone_by).await.map(Some);
        }
        if !before.has_ended() {
            return Err(Error::NotUndoable { job_id, reason: "it has not ended; cancel it first" });
        }
        let Some(action) = before.work.action() else {
            return Err(Error::NotUndoable { job_id, reason: "only actions on favorites can be undone" });
        };
        let Some(action) = action.opposite() else {
            return Err(Error::NotUndoable {
                job_id,
                reason: "favorites that were purged are gone for good",
            });
        };
        let job = Job::new(user, JobWork::Undo { job_id, action }, self.store.now());
        let mut after = before.clone();
        after.undone_by = Some(job.job_id);
        let mut transaction = Transaction::new();
        transaction.replace(&before, &after);
        transaction.insert(&job);
        self.list_job(&mut transaction, (user, job.job_id), job.first_turn(), JOBS_AT_ONCE).await?;
        let cancelled = self.store.transact(transaction).cancelled().await?;
        Ok(cancelled.is_none().then_some(job))
    }

    /// Returns a job. Jobs are kept for [`JOB_KEEPS`](crate::limits::JOB_KEEPS).
    ///
    /// # Errors
    /// [`Error::NoJob`], [`Error::Busy`] and [`Error::Table`].
    pub async fn job(&self, user: &UserId, job_id: JobId) -> Result<Job, Error> {
        let key = JobKey { user_id: user.clone(), job_id };
        self.store.get(&key).consistent().await?.ok_or(Error::NoJob(job_id))
    }

    /// Returns a user's jobs by the time of their creation.
    ///
    /// # Errors
    /// [`Error::Position`], [`Error::Busy`] and [`Error::Table`].
    pub async fn list_jobs(&self, user: &UserId, page: &PageRequest) -> Result<Page<Job>, Error> {
        self.read_page(JobItems::query(user.clone()), page).await
    }

    /// Cancels a job and returns it. If a step of it is under way, the job ends after this step, and is
    /// [cancelling](JobState::Cancelling) until then. A job that has ended stays as it is.
    ///
    /// # Errors
    /// [`Error::NoJob`]; [`Error::NotCancellable`] for the erasure of an account; [`Error::Busy`] and [`Error::Table`].
    pub async fn cancel_job(&self, user: &UserId, job_id: JobId) -> Result<Job, Error> {
        let mut tries = self.tries();
        loop {
            let before = self.job(user, job_id).await?;
            if before.has_ended() || before.state == JobState::Cancelling {
                return Ok(before);
            }
            if matches!(before.work, JobWork::Erase(_)) {
                return Err(Error::NotCancellable(job_id));
            }
            let mut after = before.clone();
            let is_under_way = before.is_held(self.store.now()) || before.is_planned;
            if is_under_way {
                after.state = JobState::Cancelling;
            } else {
                after.end(JobState::Cancelled, self.store.now());
            }
            let written = Error::unless_changed(self.store.replace(&before, &mut after).await);
            if tries.after(written.map(|is_written| is_written.then_some(()))).await?.is_some() {
                self.set_due(user, job_id, after.next_turn()).await?;
                return Ok(after);
            }
        }
    }
}
