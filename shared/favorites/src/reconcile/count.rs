//! The counters against what the entries weigh, range by range.
//!
//! Let S be the sum of the weights that a pass has saved for its ranges, and D the differences that the head notes (see
//! [`RecountProgress`]). At each revision of the head, S + D is the weight of the entries before the place:
//!
//! - A step reads the head at some revision, then the segments of the next range, and so what its entries weigh at that revision.
//!   It saves the weight and moves the place, in one transaction with a put of the head at that same revision. If anybody
//!   committed in between, the transaction fails and the step is done again.
//! - A commit changes an entry and the counters in one put of the head. Where the entry lies before the place, the same put adds the
//!   difference to D.
//! - Nothing else changes what an entry weighs.
//!
//! At the end of the ids, S + D is what the counters must be at that revision, and they are put right on the condition that the head
//! is still at it. A user whose favorites fit one range needs neither S nor D.

use single_table::store::Backoff;
use single_table::{Transaction, Versioned as _};
use tokio::time::Instant;

use super::counters::Recounted;
use super::range::Range;
use super::range_sums::{Weights, put_sum};
use super::state::{Pass, Reconciliation};
use super::work::Work;
use crate::catalogue::{RecountProgress, Tally};
use crate::error::Error;
use crate::model::ids::{DataId, UserId};
use crate::service::Favorites;
use crate::table::FavoritesTable;

/// The result of one try to count a range.
pub(super) enum Counted {
    /// The range is counted, and the place is saved.
    Done,
    /// Somebody else changed the head: the range has to be read again.
    HeadMoved,
    /// Somebody else reconciles the user: the state has to be read again.
    StateMoved,
    /// The head has lost the pass, or its counters were wrong: the pass begins again.
    Restarted,
}

impl Favorites {
    /// Counts the ids from the pass's place up to `until`. `range` was read from that place on, if it is still as it was read.
    pub(super) async fn count_up_to(
        &self,
        user: &UserId,
        work: &mut Work,
        mut range: Option<Range>,
        until: Option<DataId>,
        end: Instant,
    ) -> Result<Counted, Error> {
        let mut backoff = Backoff::default();
        while let Some(from) = work.pass.next {
            if Instant::now() >= end {
                return Err(Error::OutOfTime);
            }
            let known = match range.take() {
                Some(known) => known,
                None => self.read_range(user, from, until).await?,
            };
            let is_last = known.to == until;
            match self.count_range(user, work, known, end).await? {
                Counted::Done if is_last => break,
                Counted::Done => {}
                Counted::HeadMoved => backoff.pause().await,
                other => return Ok(other),
            }
        }
        Ok(Counted::Done)
    }

    async fn count_range(
        &self,
        user: &UserId,
        work: &mut Work,
        range: Range,
        end: Instant,
    ) -> Result<Counted, Error> {
        let recount = range.head.recount.clone().filter(|recount| recount.pass == work.pass.number);
        if recount.is_none() && !work.pass.is_at_start() {
            work.restart(work.pass.at_once, self.seconds());
            return Ok(Counted::Restarted);
        }
        let changed = recount.map(|recount| recount.changed).unwrap_or_default();
        match range.to {
            Some(to) => self.move_place(user, work, &range, changed, to).await,
            None => self.compare_counters(user, work, range, changed, end).await,
        }
    }

    /// Saves that the ids below `to` are counted.
    async fn move_place(
        &self,
        user: &UserId,
        work: &mut Work,
        range: &Range,
        changed: Tally,
        to: DataId,
    ) -> Result<Counted, Error> {
        let recount = RecountProgress { pass: work.pass.number, counted_below: to, changed };
        let mut pass = work.pass.clone();
        pass.next = Some(to);
        pass.ranges += 1;
        let mut transaction = Transaction::new();
        range.head.put_recount(&mut transaction, user, Some(recount))?;
        put_sum(&mut transaction, user, pass.number, work.pass.ranges, &range.weight())?;
        self.save_pass(user, work, pass, transaction).await
    }

    /// Compares the counters with what all entries weigh, and puts them right.
    async fn compare_counters(
        &self,
        user: &UserId,
        work: &mut Work,
        mut range: Range,
        changed: Tally,
        end: Instant,
    ) -> Result<Counted, Error> {
        let mut rest = changed;
        rest.add(&range.weight());
        let weights = Weights { pass: work.pass.number, ranges: work.pass.ranges, rest };
        // A put of the head ends the recount.
        let is_dated = range.head.counts.is_dated;
        range.head.recount = None;
        let head = (&range.head, range.is_head_readable);
        let is_wrong = match self.correct_counts(user, head, &weights, end).await? {
            Recounted::Lost => {
                work.restart(work.pass.at_once, self.seconds());
                return Ok(Counted::Restarted);
            }
            Recounted::Outdated => return Ok(Counted::HeadMoved),
            Recounted::Right => false,
            // Counters from before favorites were counted by their expiry are not wrong.
            Recounted::Corrected => is_dated,
        };
        let is_whole = work.pass.is_at_start();
        work.is_small = is_whole;
        let pass = Pass { next: None, ..work.pass.clone() };
        if is_whole {
            work.pass = pass;
        } else {
            let outcome = self.save_pass(user, work, pass, Transaction::new()).await?;
            if !matches!(outcome, Counted::Done) {
                return Ok(outcome);
            }
        }
        if is_wrong {
            // No record explains counters that are not the sum of the entries.
            tracing::warn!("counters were not the sum of the entries and are put right");
            work.mended(true);
        }
        if is_wrong && !work.pass.at_once {
            work.restart(true, self.seconds());
            return Ok(Counted::Restarted);
        }
        Ok(Counted::Done)
    }

    /// Saves the pass in a transaction with the put of the head.
    async fn save_pass(
        &self,
        user: &UserId,
        work: &mut Work,
        pass: Pass,
        mut transaction: Transaction<FavoritesTable>,
    ) -> Result<Counted, Error> {
        let before = std::mem::replace(&mut work.pass, pass);
        let mut after = Reconciliation::of(user, &work.under_way())?;
        let saved = transaction.save(work.stored.as_ref(), &after);
        match self.store.transact(transaction).cancelled().await? {
            None => {
                if let Some(before) = &work.stored {
                    after.set_next_version(before);
                }
                work.stored = Some(after);
                Ok(Counted::Done)
            }
            Some(cancelled) => {
                work.pass = before;
                Ok(if cancelled.failed(saved) { Counted::StateMoved } else { Counted::HeadMoved })
            }
        }
    }
}
