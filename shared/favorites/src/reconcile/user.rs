//! Compares a user's catalogue with their favorites.

use std::time::Duration;

use single_table::store::Backoff;
use tokio::time::Instant;

use super::range::Range;
use super::result::Reconciled;
use super::state::{Reconciliation, Work};
use crate::catalogue::{Cuts, Erasure, HeadCounts, Repairs};
use crate::error::Error;
use crate::model::ids::{DataId, UserId};
use crate::service::Favorites;

impl Favorites {
    /// Compares a user's catalogue with their favorites, range by range in ascending order of ids, and repairs it. If the search index
    /// was lost, all favorites are added to it again.
    ///
    /// The place is saved after each range, so the memory and the work that a crash loses have a bound, however many favorites
    /// there are. When `time_left` ends, the call returns what it did, and the next one continues from there.
    ///
    /// Differences wait for a second sight, unless `repairs` or the catalogue itself says otherwise: a catalogue without a head,
    /// with an item that can't be read, or whose counters are not the sum of its entries, is rebuilt at once.
    ///
    /// # Errors
    /// [`Error::Busy`] and [`Error::Table`].
    pub async fn reconcile_user(
        &self,
        user: &UserId,
        repairs: Repairs,
        time_left: Duration,
    ) -> Result<Reconciled, Error> {
        let work = self.work_on(user, repairs, Instant::now() + time_left).await?;
        Ok(work.result)
    }

    /// Works on a pass until it reaches its end, or until `end`.
    pub(super) async fn work_on(&self, user: &UserId, repairs: Repairs, end: Instant) -> Result<Work, Error> {
        let mut backoff = Backoff::default();
        let mut work = self.open_work(user, repairs).await?;
        while Instant::now() < end && !work.result.finished {
            let before = work.result;
            match self.next_step(user, &mut work, end).await {
                Ok(true) => {}
                Ok(false) => {
                    backoff.pause().await;
                    let result = work.result;
                    work = Work { result, ..self.open_work(user, repairs).await? };
                }
                // A call that stood still for long reads everything again.
                Err(Error::OutOfTime) if Instant::now() < end => {
                    work = Work { result: before, ..self.open_work(user, repairs).await? };
                }
                Err(Error::OutOfTime) => break,
                Err(error) => return Err(error),
            }
        }
        Ok(work)
    }

    /// Takes the next step of a pass. Returns false if somebody else reconciles the user at the same time.
    async fn next_step(&self, user: &UserId, work: &mut Work, end: Instant) -> Result<bool, Error> {
        match work.pass.next {
            Some(from) => self.reconcile_range(user, from, work, end).await,
            None => self.end_pass(user, work, end).await,
        }
    }

    async fn reconcile_range(
        &self,
        user: &UserId,
        from: DataId,
        work: &mut Work,
        end: Instant,
    ) -> Result<bool, Error> {
        if work.pass.checks_index {
            self.mend_index(user, end).await?;
            work.pass.checks_index = false;
        }
        let mut range = self.read_range(user, from).await?;
        if range.head.erasure == Some(Erasure::UnderWay) {
            // The erasure deletes the whole catalogue.
            work.result.finished = true;
            return Ok(true);
        }
        let loss = range.head.index.loss().filter(|_| range.head.is_stored());
        if loss.is_some() && work.pass.reindexes != loss {
            if !work.pass.is_at_start() {
                work.restart(work.pass.at_once, self.seconds());
                return Ok(true);
            }
            work.pass.reindexes = loss;
        }
        for _ in 0..range.unreadable {
            work.mended(true);
        }
        work.pass.at_once |= range.unreadable > 0 || !range.head.is_stored();
        if !range.is_head_readable {
            self.mend_head(user, &range).await?;
            return Ok(true);
        }
        let tags = self.compare_range(user, &mut range, work, end).await?;
        self.compare_tags(user, &tags, range.read_at, work).await?;
        let is_whole = work.pass.is_at_start() && range.to.is_none();
        work.pass.next = range.to;
        if is_whole { Ok(true) } else { self.save_place(user, work).await }
    }

    /// Saves the state with the place of the pass. Returns false if somebody else reconciles the user at the same time.
    async fn save_place(&self, user: &UserId, work: &mut Work) -> Result<bool, Error> {
        let mut after = Reconciliation::of(user, &work.under_way())?;
        let is_saved = Error::unless_changed(self.store.save(work.stored.as_ref(), &mut after).await)?;
        work.stored = Some(after);
        Ok(is_saved)
    }

    /// Puts a head that can be read in place of one that can't: commits, the repairs among them, need one.
    /// The end of the pass puts its counters right.
    async fn mend_head(&self, user: &UserId, range: &Range) -> Result<(), Error> {
        let counts = HeadCounts { is_dated: false, ..range.head.counts.clone() };
        // If somebody else changed the head meanwhile, it is read again.
        self.put_head(user, &range.head, &counts, &range.head.journal, Cuts::default()).await.map(drop)
    }

    /// Has the head note that a pass has added all favorites to the search index. Returns false if the index
    /// was lost after the pass began: then the pass begins again.
    async fn end_reindexing(&self, user: &UserId, work: &mut Work, end: Instant) -> Result<bool, Error> {
        let mut backoff = Backoff::default();
        while Instant::now() < end {
            let head = self.open_head(user).await?;
            let mut after = head.clone();
            if head.index.loss().is_none() {
                return Ok(true);
            }
            if work.pass.reindexes.is_none_or(|loss| !after.index.is_whole_after(loss)) {
                work.restart(work.pass.at_once, self.seconds());
                return Ok(false);
            }
            if self.put_head(user, &after, &head.counts, &head.journal, Cuts::default()).await? {
                return Ok(true);
            }
            backoff.pause().await;
        }
        Err(Error::OutOfTime)
    }

    /// Saves the state after the pass. Returns false if somebody else reconciles the user at the same time.
    async fn end_pass(&self, user: &UserId, work: &mut Work, end: Instant) -> Result<bool, Error> {
        if !self.end_reindexing(user, work, end).await? {
            return Ok(true);
        }
        if self.recount(user).await? {
            // No record explains counters that are not the sum of the entries.
            tracing::warn!("counters were not the sum of the entries and are put right");
            work.mended(true);
            if !work.pass.at_once {
                work.restart(true, self.seconds());
                return Ok(true);
            }
        }
        work.finish();
        let later = [work.state.confirmable(self.seconds()), self.remove_deleted_terms(user).await?];
        if let Some(due) = later.into_iter().flatten().min() {
            self.list_due(user, due, Repairs::Confirmed).await?;
        }
        let is_closed = self.close_work(user, work).await?;
        work.result.finished = is_closed;
        Ok(is_closed)
    }
}
