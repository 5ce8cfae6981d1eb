//! Backfills a single item.

use super::job::Job;
use super::{BackfillCounts, BackfillError};
use crate::Item;
use crate::entity::Entity;
use crate::error::Outcome;
use crate::store::Store;
use crate::store::retry;
use crate::table::{Contains, Database};
use crate::write::single::{Done, OneWrite, SingleFailure};

/// The most tries for an item that other writers change at the same time, or whose write DynamoDB throttles.
pub(super) const ITEM_TRIES: u32 = 8;

impl<D: Database> Store<D> {
    /// Writes one item if it needs a write, and returns the result as counts.
    pub(crate) async fn backfill_item<E>(
        &self,
        job: &Job<E>,
        mut read: Item,
    ) -> Result<BackfillCounts, BackfillError>
    where
        E: Entity,
        D: Contains<E::Table>,
    {
        let mut counts = BackfillCounts { scanned: 1, ..BackfillCounts::default() };
        let mut tries = 0;
        loop {
            let write = job.shape.write(self.table::<E::Table>(), &read, job.change.as_ref());
            let Some(write) = write.map_err(|error| BackfillError::rewrite::<E>(&read, error))? else {
                counts.unchanged = 1;
                return self.claim(job, read, counts).await;
            };
            if let Some(pace) = &job.pace {
                pace.wait().await;
            }
            tries += 1;
            let stopped = match self.send(&OneWrite::new(E::NAME.as_str(), write)).await {
                Ok(Done { units, .. }) => {
                    if let Some(pace) = &job.pace {
                        pace.consumed(units.write);
                    }
                    counts.changed = 1;
                    counts.write_units += units.write;
                    if E::MODEL.records.is_empty() {
                        return Ok(counts);
                    }
                    return match self.as_written::<E>(&read).await? {
                        Some(now) => self.claim(job, now, counts).await,
                        None => Ok(counts),
                    };
                }
                Err(SingleFailure::Condition(None)) => {
                    counts.gone = 1;
                    return Ok(counts);
                }
                Err(SingleFailure::Condition(Some(now))) => {
                    counts.conflicts += 1;
                    read = now;
                    (tries == ITEM_TRIES).then(|| BackfillError::contended::<E>(&read, tries))
                }
                // `send` has repeated the write as often as its outcome allows, unless the write may be
                // applied.
                Err(SingleFailure::Failed(error)) => (tries == ITEM_TRIES
                    || error.outcome() != Outcome::PossiblyApplied)
                    .then(|| BackfillError::item::<E>(&read, error)),
            };
            if let Some(error) = stopped {
                return Err(error);
            }
            retry::pause(tries).await;
        }
    }
}
