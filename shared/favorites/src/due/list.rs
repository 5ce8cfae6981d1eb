//! Reading and writing the item.

use std::collections::BTreeMap;
use std::time::Duration;

use single_table::{Delete, Timestamp, Transaction};

use super::item::{Due, DueByTime, DueKey, Task, Upkeep};
use crate::catalogue::Repairs;
use crate::error::Error;
use crate::limits::SWEPT_AT_ONCE;
use crate::model::ids::{JobId, UserId};
use crate::model::page::{Page, Position};
use crate::model::times::later;
use crate::service::Favorites;
use crate::table::FavoritesTable;

impl Due {
    /// Has a transaction delete the item of a user.
    pub(crate) fn delete(transaction: &mut Transaction<FavoritesTable>, user: &UserId) {
        transaction.add(Delete::<Self>::new(DueKey { user_id: user.clone() }));
    }
}

impl Favorites {
    /// Returns the user's jobs with work left, each with the time from which the worker may go on with it.
    ///
    /// # Errors
    /// [`Error::Busy`] and [`Error::Table`].
    pub async fn jobs_with_work(&self, user: &UserId) -> Result<BTreeMap<JobId, Timestamp>, Error> {
        Ok(self.due(user).await?.map(|due| due.jobs().clone()).unwrap_or_default())
    }

    pub(crate) async fn due(&self, user: &UserId) -> Result<Option<Due>, Error> {
        Ok(self.store.get(&DueKey { user_id: user.clone() }).consistent().await?)
    }

    /// Has a transaction list a job, with which the worker may go on from `time` on. `most` is the number of
    /// jobs that the user may have.
    ///
    /// # Errors
    /// [`Error::TooManyJobs`], [`Error::Busy`] and [`Error::Table`].
    pub(crate) async fn list_job(
        &self,
        transaction: &mut Transaction<FavoritesTable>,
        (user, job_id): (&UserId, JobId),
        time: Timestamp,
        most: usize,
    ) -> Result<(), Error> {
        self.list(transaction, user, |due, now| due.add(job_id, time, most, now)).await
    }

    /// Has a transaction that puts a clean-up ask for a turn with it.
    ///
    /// # Errors
    /// [`Error::Busy`] and [`Error::Table`].
    pub(crate) async fn list_cleanup(
        &self,
        transaction: &mut Transaction<FavoritesTable>,
        user: &UserId,
    ) -> Result<(), Error> {
        self.list(transaction, user, |due, now| {
            due.add_upkeep(Upkeep::Cleanups, now);
            Ok(())
        })
        .await
    }

    /// Has a transaction change the item of a user. The transaction fails if the item changes meanwhile, also
    /// if `change` leaves it as it is: the worker may be done with the work that it lists.
    async fn list(
        &self,
        transaction: &mut Transaction<FavoritesTable>,
        user: &UserId,
        change: impl FnOnce(&mut Due, Timestamp) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let before = self.due(user).await?;
        let now = self.store.now();
        let mut after = before.clone().unwrap_or_else(|| Due::new(user, now));
        change(&mut after, now)?;
        if before.as_ref() == Some(&after) {
            transaction.add(after.unchanged());
        } else {
            transaction.save(before.as_ref(), &after);
        }
        Ok(())
    }

    /// Asks for a turn with clean-ups now. Returns false if clean-ups are listed, and if none `is_new`.
    pub(crate) async fn add_cleanups(&self, user: &UserId, is_new: bool) -> Result<bool, Error> {
        self.ask(user, |due, now| {
            if is_new || !due.has_upkeep(Upkeep::Cleanups) {
                due.add_upkeep(Upkeep::Cleanups, now);
            }
        })
        .await
    }

    /// Sets the time from which the worker may go on with a job. `None`: the job has ended.
    pub(crate) async fn set_due(
        &self,
        user: &UserId,
        job_id: JobId,
        time: Option<Timestamp>,
    ) -> Result<(), Error> {
        self.change_due(user, |due, now| due.set(job_id, time, now)).await.map(drop)
    }

    /// Like [`set_due`](Self::set_due), by the worker, whose next turn follows if work is left.
    pub(crate) async fn give_back(
        &self,
        user: &UserId,
        job_id: JobId,
        time: Option<Timestamp>,
    ) -> Result<(), Error> {
        self.change_due(user, |due, now| due.give_back(job_id, time, now)).await.map(drop)
    }

    /// Has the worker take the work of a user that has waited for the longest time.
    pub(crate) async fn take_due(&self, user: &UserId) -> Result<Option<Task>, Error> {
        let mut taken = None;
        let is_changed = self.change_due(user, |due, now| taken = due.take(now)).await?;
        // A try whose write failed has taken nothing.
        Ok(taken.filter(|_| is_changed))
    }

    /// Asks for the reconciliation of a user, from now on.
    pub(crate) async fn add_pass(
        &self,
        user: &UserId,
        times: &[Timestamp],
        repairs: Repairs,
    ) -> Result<(), Error> {
        self.ask(user, |due, now| due.add_pass(times, repairs, now)).await.map(drop)
    }

    /// Notes the result of a turn in which the worker reconciled a user. `None`: it failed.
    pub(crate) async fn give_back_pass(
        &self,
        user: &UserId,
        pass: (&[Timestamp], Repairs),
        is_finished: Option<bool>,
    ) -> Result<(), Error> {
        self.change_due(user, |due, now| due.give_back_pass(pass, is_finished, now)).await.map(drop)
    }

    /// Asks for a turn with the compaction of a user's search index.
    pub(crate) async fn add_compaction(&self, user: &UserId) -> Result<(), Error> {
        self.ask(user, |due, now| due.add_upkeep(Upkeep::Compaction, now)).await.map(drop)
    }

    /// Notes the result of a turn with upkeep, which was `taken`, as [`Due::give_back_upkeep`] says.
    pub(crate) async fn give_back_upkeep(
        &self,
        user: &UserId,
        taken: (Upkeep, Timestamp),
        time: Result<Option<Timestamp>, ()>,
    ) -> Result<(), Error> {
        self.change_due(user, |due, now| due.give_back_upkeep(taken, time, now)).await.map(drop)
    }

    /// Calls the worker for a user who has waited too long.
    pub(crate) async fn sweep_user(&self, user: &UserId) -> Result<(), Error> {
        self.change_due(user, Due::settle_if_overdue).await.map(drop)
    }

    /// Returns some of the users of one shard at whom the sweeper has to look.
    pub(crate) async fn overdue(&self, shard: u8, after: Option<&Position>) -> Result<Page<UserId>, Error> {
        let after_now = later(self.store.now(), Duration::from_millis(1));
        let query = DueByTime::query(shard).less_than(&(after_now,)).limit(SWEPT_AT_ONCE);
        Ok(self.read_after(after, query).await?.map(|due| due.user_id))
    }

    /// Changes the item of a user, who may have none yet. Returns false if `change` leaves it as it is.
    async fn ask(&self, user: &UserId, mut change: impl FnMut(&mut Due, Timestamp)) -> Result<bool, Error> {
        let mut tries = self.tries();
        loop {
            let before = self.due(user).await?;
            let now = self.store.now();
            let mut after = before.clone().unwrap_or_else(|| Due::new(user, now));
            change(&mut after, now);
            if before.as_ref() == Some(&after) {
                return Ok(false);
            }
            let written = Error::unless_changed(self.store.save(before.as_ref(), &mut after).await);
            if tries.after(written.map(|is_written| is_written.then_some(()))).await?.is_some() {
                return Ok(true);
            }
        }
    }

    /// Changes the item of a user, and deletes it if no work is left. Returns false if there is no item, or
    /// if `change` leaves it as it is.
    async fn change_due(
        &self,
        user: &UserId,
        mut change: impl FnMut(&mut Due, Timestamp),
    ) -> Result<bool, Error> {
        let mut tries = self.tries();
        loop {
            let Some(before) = self.due(user).await? else { return Ok(false) };
            let mut after = before.clone();
            change(&mut after, self.store.now());
            if after == before {
                return Ok(false);
            }
            let written = if after.is_empty() {
                self.store.remove(&before).await
            } else {
                self.store.replace(&before, &mut after).await
            };
            let outcome = Error::unless_changed(written).map(|is_written| is_written.then_some(()));
            if tries.after(outcome).await?.is_some() {
                return Ok(true);
            }
        }
    }
}
