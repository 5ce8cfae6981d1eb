//! Compares a user's catalogue with their favorites.

use std::time::Duration;

use futures::TryStreamExt as _;
use single_table::store::Backoff;
use tokio::time::Instant;

use super::count::Counted;
use super::range::Range;
use super::range_sums::Weights;
use super::result::{Reconciled, Repairs};
use super::work::Work;
use crate::catalogue::{Cuts, SegmentItems};
use crate::error::Error;
use crate::model::ids::{DataId, UserId};
use crate::service::Favorites;

impl Favorites {
    /// Compares a user's catalogue with their favorites, range by range in ascending order of ids, and repairs it. Then it brings the
    /// signatures up to date that tell a search what it need not read.
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
            match self.next_step(user, &mut work, end).await {
                Ok(true) => {}
                Ok(false) => {
                    backoff.pause().await;
                    let result = work.result;
                    work = Work { result, ..self.open_work(user, repairs).await? };
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
        let mut range = self.read_range(user, from, None).await?;
        for _ in 0..range.unreadable {
            work.mended(true);
        }
        work.pass.at_once |= range.unreadable > 0 || !range.head.is_stored();
        if !range.is_head_readable {
            self.mend_head(user, &range, end).await?;
            return Ok(true);
        }
        let compared = self.compare_range(user, &mut range, work, end).await?;
        self.compare_tags(user, &compared.tags, work).await?;
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

    /// Has the head note no differences any more for a pass that has counted everything, and deletes the sums.
    async fn end_recount(&self, user: &UserId, end: Instant) -> Result<(), Error> {
        let mut backoff = Backoff::default();
        while Instant::now() < end {
            let head = self.open_head(user).await?;
            let mut without = head.clone();
            without.recount = None;
            if head.recount.is_none()
                || self.put_head(user, &without, &head.counts, &head.journal, Cuts::default()).await?
            {
                return self.delete_sums(user).await;
            }
            backoff.pause().await;
        }
        Err(Error::OutOfTime)
    }

    /// Makes signatures, and saves the state after the pass.
    async fn end_pass(&self, user: &UserId, work: &mut Work, end: Instant) -> Result<bool, Error> {
        let segments = if let Some(segments) = work.segments.clone() {
            segments
        } else {
            self.end_recount(user, end).await?;
            self.segment_ids(user).await?
        };
        if !self.sign(user, &segments, end).await? {
            return Err(Error::OutOfTime);
        }
        work.finish();
        if let Some(confirmable) = work.state.confirmable(self.seconds()) {
            self.list_due(user, confirmable).await?;
        }
        let is_closed = self.close_work(user, work).await?;
        work.result.finished = is_closed;
        Ok(is_closed)
    }

    /// Reads the first ids of all segments, and keeps no more of them in memory.
    async fn segment_ids(&self, user: &UserId) -> Result<Vec<DataId>, Error> {
        let segments = self.store.stream(SegmentItems::query(user.clone()).consistent());
        Ok(segments.map_ok(|segment| segment.first_id).try_collect().await?)
    }
}
