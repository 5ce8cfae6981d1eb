//! The work of the job that erases an account, step by step.

use single_table::{Timestamp, Transaction, Versioned as _};
use tokio::time::Instant;

use crate::catalogue::{ErasedAccount, Head};
use crate::due::Due;
use crate::error::Error;
use crate::jobs::{Job, JobState, JobWork, Pace, RoundEnd, Stop};
use crate::limits::RECEIPT_KEEPS;
use crate::service::Favorites;

/// The result of a step.
enum Step {
    /// Something was found, or a round is over.
    Moved,
    /// Nothing is left to do before this time.
    Waits(Timestamp),
    /// Everything is erased.
    Settled,
}

impl Favorites {
    /// Works on the erasure of an account until it ends or waits, or until `end`, and returns its job.
    pub(crate) async fn go_on_erasing(&self, mut job: Job, end: Instant) -> Result<Job, Error> {
        if !self.claim(&mut job).await? {
            return Ok(job);
        }
        let (favorites, mut pace) = self.paced();
        let stopped = favorites.erase_until(&mut job, &mut pace, end).await;
        self.after_steps(job, stopped).await
    }

    /// Works on an erasure until `end`. `job` is always as it is stored.
    ///
    /// # Errors
    /// [`Stop::Taken`] if another call has changed the job. After [`Stop::Error`], the next call goes on at the same place.
    async fn erase_until(&self, job: &mut Job, pace: &mut Pace, end: Instant) -> Result<(), Stop> {
        self.note_under_way(job).await?;
        loop {
            let mut after = job.clone();
            let step = self.erase_step(&mut after).await?;
            pace.rest(end).await;
            let now = self.store.now();
            let has_time = Instant::now() < end;
            after.note_progress();
            match step {
                Step::Settled => {
                    if let Some(ended) = self.end_erasure(job, after.clone()).await? {
                        *job = ended;
                        return Ok(());
                    }
                    // A head was created meanwhile. The next round deletes it.
                    after.hold(now);
                }
                Step::Waits(until) => after.wait_until(until, now),
                Step::Moved if has_time => after.hold(now),
                Step::Moved => after.rest_until(pace.free(), now),
            }
            self.save_progress(job, after).await?;
            if !has_time || matches!(step, Step::Waits(_)) {
                return Ok(());
            }
        }
    }

    /// Goes over the stages until something is found, or until the round is over.
    async fn erase_step(&self, job: &mut Job) -> Result<Step, Error> {
        let JobWork::Erase(mut erasing) = job.work.clone() else { return Ok(Step::Settled) };
        let step = loop {
            erasing.begin_round(self.store.now());
            if self.erase_stage(job, &mut erasing).await? {
                erasing.found(self.store.now());
                break Step::Moved;
            }
            match erasing.next_stage() {
                None => {}
                Some(RoundEnd::Found) => break Step::Moved,
                Some(RoundEnd::Waits(until)) => break Step::Waits(until),
                Some(RoundEnd::Settled) => break Step::Settled,
            }
        };
        job.work = JobWork::Erase(erasing);
        Ok(step)
    }

    /// Puts the note that the account is being erased if it is missing, in a table that was restored.
    async fn note_under_way(&self, job: &Job) -> Result<(), Error> {
        if self.erased_account(&job.user_id).await?.is_none() {
            let mut note = ErasedAccount::under_way(&job.user_id, job.job_id, job.expire_time());
            Error::unless_changed(self.store.save(None, &mut note).await)?;
        }
        Ok(())
    }

    /// Ends the job. Returns `None` if a head of the catalogue was created meanwhile, or if another call has changed the job.
    async fn end_erasure(&self, before: &Job, mut job: Job) -> Result<Option<Job>, Error> {
        let now = self.store.now();
        job.end(JobState::Done, now);
        job.keep_for(now, RECEIPT_KEEPS);
        let note = self.erased_account(&job.user_id).await?;
        let under_way = || ErasedAccount::under_way(&job.user_id, job.job_id, job.expire_time());
        let ended = note.clone().unwrap_or_else(under_way).ended(self.seconds());
        let mut transaction = Transaction::new();
        transaction.replace(before, &job);
        Due::delete(&mut transaction, &job.user_id);
        transaction.save(note.as_ref(), &ended);
        Head::check_absent(&mut transaction, &job.user_id);
        let cancelled = self.store.transact(transaction).cancelled().await?;
        job.set_next_version(before);
        Ok(cancelled.is_none().then_some(job))
    }
}
