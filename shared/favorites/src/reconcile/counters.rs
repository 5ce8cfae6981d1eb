//! Counters that are not what the entries weigh.
//!
//! Each favorite that expires changes counters in its second of expiry, and those of its tags as well. For a large user, these changes
//! are too many to be held in memory. So the counters and the weights are each read once, for a [fingerprint](Fingerprint) of their
//! changes. Only where the two differ, the weights are read again, for one [window](Window) of changes after the other, from which the
//! count tree is made.

use tokio::time::Instant;

use super::range_sums::Weights;
use crate::catalogue::count_tree::{Cell, CellNumbers, Deltas, Fingerprint, WholeTree, Window};
use crate::catalogue::{Cuts, HeadCounts, OpenHead, Tally};
use crate::error::Error;
use crate::model::ids::UserId;
use crate::service::Favorites;

/// The result of comparing counters with the weights.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Recounted {
    /// The counters were right.
    Right,
    /// The counters were wrong, and are right now.
    Corrected,
    /// Another writer changed the catalogue meanwhile, so the weights say nothing.
    Outdated,
    /// A saved weight is missing or can't be read.
    Lost,
}

impl Favorites {
    /// Compares the counters of a head, and those in the count tree, with what all entries weigh, and puts them right where they
    /// differ. Deletes nodes that no head names. `is_readable` is false for a head that could not be read.
    pub(super) async fn correct_counts(
        &self,
        user: &UserId,
        (head, is_readable): (&OpenHead, bool),
        weights: &Weights,
        end: Instant,
    ) -> Result<Recounted, Error> {
        let numbers = CellNumbers::default();
        let Some((totals, fingerprint)) = self.totals(user, weights, &numbers).await? else {
            return Ok(Recounted::Lost);
        };
        let WholeTree { fingerprint: counted, named, mut stray } =
            self.read_whole_tree(user, &head.counts.tree(), &numbers).await?;
        let is_right = is_readable
            && head.counts.is_dated
            && counted == Some(fingerprint)
            && head.counts.tally.without_deltas() == totals;
        if is_right && stray.is_empty() {
            return Ok(Recounted::Right);
        }
        let counts = if is_right {
            // With this put, no writer that read an older head can name a stray node any more.
            head.counts.clone()
        } else {
            stray.extend(named);
            stray.extend(&head.counts.spare);
            let Some(counts) = self.counts_anew(user, head.revision(), weights, totals, end).await? else {
                return Ok(Recounted::Lost);
            };
            counts
        };
        if !self.put_head(user, head, &counts, &head.journal, Cuts::default()).await? {
            return Ok(Recounted::Outdated);
        }
        self.delete_nodes(user, &stray).await;
        Ok(if is_right { Recounted::Right } else { Recounted::Corrected })
    }

    /// Adds up the weights. Returns their sum without its deltas, and the fingerprint of these. None if a weight is lost.
    async fn totals(
        &self,
        user: &UserId,
        weights: &Weights,
        numbers: &CellNumbers,
    ) -> Result<Option<(Tally, Fingerprint)>, Error> {
        let (mut totals, mut fingerprint) = (Tally::default(), Fingerprint::default());
        let add = |weight: &Tally| {
            fingerprint.add(Fingerprint::of(&weight.deltas, numbers));
            totals.add(&weight.without_deltas());
        };
        let is_whole = self.each_weight(user, weights, add).await?;
        Ok(is_whole.then_some((totals, fingerprint)))
    }

    /// Makes counters from the weights, whose sum without deltas is `totals`. Changes that are too many for a head are put into new
    /// nodes. None if a weight is lost.
    async fn counts_anew(
        &self,
        user: &UserId,
        revision: u64,
        weights: &Weights,
        totals: Tally,
        end: Instant,
    ) -> Result<Option<HeadCounts>, Error> {
        let mut counts = HeadCounts { tally: totals, revision, ..HeadCounts::default() };
        let (mut leaves, mut bytes) = (Vec::new(), 0);
        let mut first = None;
        loop {
            let Some((deltas, next)) = self.window(user, weights, first).await? else { return Ok(None) };
            if leaves.is_empty() && next.is_none() && deltas.bytes() <= self.recent_counts_bytes() {
                counts.tally.deltas = deltas;
                return Ok(Some(counts));
            }
            bytes += deltas.bytes();
            leaves.extend(self.put_leaves(user, revision, deltas).await?);
            if next.is_none() {
                break;
            }
            if Instant::now() >= end {
                return Err(Error::OutOfTime);
            }
            first = next;
        }
        counts.runs.extend(self.put_run(user, revision, leaves, bytes).await?);
        Ok(Some(counts))
    }

    /// Reads the changes of all weights from the cell `first` on, as many as there is room for in memory, and the cell to continue
    /// from. None if a weight is lost.
    async fn window(
        &self,
        user: &UserId,
        weights: &Weights,
        first: Option<Cell>,
    ) -> Result<Option<(Deltas, Option<Cell>)>, Error> {
        let mut window = Window::new(first, self.recounted_cells);
        let is_whole = self.each_weight(user, weights, |weight| window.add(&weight.deltas)).await?;
        Ok(is_whole.then(|| window.close()))
    }
}
