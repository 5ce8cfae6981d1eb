//! Compares a user's catalogue with their favorites.

use std::time::Duration;

use single_table::store::Backoff;
use tokio::time::Instant;

use super::count::Counted;
use super::range::Range;
use super::range_sums::Weights;
use super::result::Reconciled;
use super::work::Work;
use crate::catalogue::{Cuts, Erasure, Repairs};
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
        let mut range = self.read_range(user, from, None).await?;
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
            self.mend_head(user, &range, end).await?;
            return Ok(true);
        }
        let compared = self.compare_range(user, &mut range, work, end).await?;
        self.compare_tags(user, &compared.tags, range.read_at, work).await?;
        let until = range.to;
        range.entries.retain(|data_id, _| until.is_none_or(|until| *data_id < until));
        let as_it_was_read = (!compared.has_repaired).then_some(range);
        let counted = self.count_up_to(user, work, as_it_was_read, until, end).await?;
        Ok(!matches!(counted, Counted::StateMoved))
    }

    /// Puts a head that can be read in place of one that can't: commits, the repairs among them, need one. Its counters are those of
    /// the range, and the end of the pass puts them right.
    async fn mend_head(&self, user: &UserId, range: &Range, end: Instant) -> Result<(), Error> {
        let weights = Weights { pass: 0, ranges: 0, rest: range.weight() };
        // If somebody else changed the head meanwhile, it is read again.
        self.correct_counts(user, (&range.head, false), &weights, end).await.map(drop)
    }

    /// Has the head note no differences any more for a pass that has counted everything, and deletes the sums. Returns false if the
    /// search index was lost after the pass began: then the pass begins again.
    async fn end_recount(&self, user: &UserId, work: &mut Work, end: Instant) -> Result<bool, Error> {
        let mut backoff = Backoff::default();
        while Instant::now() < end {
            let head = self.open_head(user).await?;
            let mut after = head.clone();
            after.recount = None;
            let loss = head.index.loss();
            if loss.is_some_and(|loss| work.pass.reindexes != Some(loss) || !after.index.is_whole_after(loss))
            {
                work.restart(work.pass.at_once, self.seconds());
                return Ok(false);
            }
            let is_same = head.recount.is_none() && loss.is_none();
            if is_same || self.put_head(user, &after, &head.counts, &head.journal, Cuts::default()).await? {
                self.delete_sums(user).await?;
                return Ok(true);
            }
            backoff.pause().await;
        }
        Err(Error::OutOfTime)
    }

    /// Saves the state after the pass. Returns false if somebody else reconciles the user at the same time.
    async fn end_pass(&self, user: &UserId, work: &mut Work, end: Instant) -> Result<bool, Error> {
        if (!work.is_small || work.pass.reindexes.is_some()) && !self.end_recount(user, work, end).await? {
            return Ok(true);
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
