//! The beginning of an erasure.

use single_table::Transaction;

use crate::catalogue::{ErasedAccount, Erasure};
use crate::error::Error;
use crate::jobs::{Erasing, Job, JobState, JobWork};
use crate::limits::JOBS_AT_ONCE;
use crate::model::ids::{JobId, UserId};
use crate::model::value::IdempotencyKey;
use crate::service::Favorites;
use crate::use_cases::idempotency::Repeatable;

impl Favorites {
    /// Begins the job that erases everything that belongs to a user. If one is under way, this returns it. With an idempotency key, a repeated
    /// request returns the job of the first one. The worker does the work.
    ///
    /// # Errors
    /// [`Error::IdempotencyKeyReused`]; [`Error::Busy`] and [`Error::Table`].
    pub async fn erase_account(&self, user: &UserId, key: Option<&IdempotencyKey>) -> Result<Job, Error> {
        let mut tries = self.tries();
        loop {
            let outcome = self.try_to_begin(user, key).await;
            if let Some(job) = tries.after(outcome).await? {
                return Ok(job);
            }
        }
    }

    async fn try_to_begin(&self, user: &UserId, key: Option<&IdempotencyKey>) -> Result<Option<Job>, Error> {
        let repeatable = Repeatable::new(user, key, "erase-account", &())?;
        if let Some(first) = self.first_result::<JobId>(&repeatable).await? {
            return self.job(user, first).await.map(Some);
        }
        let before = self.erased_account(user).await?;
        if let Some(job) = self.job_under_way(user, before.as_ref()).await? {
            return Ok(Some(job));
        }
        let now = self.store.now();
        let job = Job::new(user, JobWork::Erase(Erasing::begin(now)), now);
        let note = ErasedAccount::under_way(user, job.job_id, job.expire_time());
        let mut transaction = Transaction::new();
        transaction.insert(&job);
        // Even a user who has as many jobs as possible can have the account erased.
        self.list_job(&mut transaction, (user, job.job_id), now, JOBS_AT_ONCE + 1).await?;
        transaction.save(before.as_ref(), &note);
        repeatable.remember(&mut transaction, &job.job_id, now)?;
        // Another request has begun the job. The next try finds that one.
        let cancelled = self.store.transact(transaction).cancelled().await?;
        Ok(cancelled.is_none().then_some(job))
    }

    /// Returns the job that erases the account now, if there is one. A job of which only the note is left, in a table that was restored, is
    /// replaced by another one.
    async fn job_under_way(&self, user: &UserId, note: Option<&ErasedAccount>) -> Result<Option<Job>, Error> {
        let Some(note) = note.filter(|note| note.erasure == Erasure::UnderWay) else { return Ok(None) };
        match self.job(user, note.job_id).await {
            Ok(job) => Ok(Some(job).filter(|job| job.state == JobState::Running)),
            Err(Error::NoJob(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }
}
