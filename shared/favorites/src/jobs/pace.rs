//! The pace of jobs, by the write units that they consume: of each job, and of all jobs of the table.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use single_table::capacity::Meter;
use single_table::{Entity, Timestamp};
use tokio::time::Instant;

use crate::error::Error;
use crate::limits::{JOB_UNITS_PER_SECOND, LONGEST_REST, UNITS_OF_ALL_JOBS_PER_SECOND};
use crate::model::times::{later, until};
use crate::service::Favorites;
use crate::table::FavoritesTable;

/// The pace of all jobs, in one item for the whole table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Entity)]
#[serde(rename_all = "camelCase")]
#[entity(table = FavoritesTable, name = "JobPace", partition(jobs), sort(), version(revision))]
pub(crate) struct JobPace {
    jobs: String,
    revision: u64,
    /// The time at which all that jobs have consumed is within their rate.
    even: Timestamp,
}

/// Measures the write units of a job's steps, and has the job rest after each.
pub(crate) struct Pace {
    favorites: Favorites,
    meter: Meter,
    /// The time at which all that the job has consumed is within its own rate.
    even: Timestamp,
    /// The time at which the next step may begin.
    free: Timestamp,
}

impl Favorites {
    /// Returns the use cases whose writes a pace measures, and the pace.
    pub(crate) fn paced(&self) -> (Self, Pace) {
        let (meter, now) = (Meter::new(), self.store.now());
        let pace = Pace { favorites: self.clone(), meter: meter.clone(), even: now, free: now };
        (self.clone().with_meter(meter), pace)
    }

    /// Adds the units of a step, which began at this time, to what all jobs have consumed. Returns the time
    /// at which that is within their rate.
    async fn count_units(&self, units: f64, began: Timestamp) -> Result<Timestamp, Error> {
        let key = JobPaceKey { jobs: "all".to_owned() };
        let mut tries = self.tries();
        loop {
            let before = self.store.get(&key).consistent().await?;
            // No clock that is wrong stops the jobs of others for longer.
            let latest = later(self.store.now(), LONGEST_REST);
            let even = before.as_ref().map_or(began, |before| before.even.max(began));
            let even = later(even, time_of(units, UNITS_OF_ALL_JOBS_PER_SECOND)).min(latest);
            let mut after = JobPace { jobs: key.jobs.clone(), revision: 1, even };
            let written = Error::unless_changed(self.store.save(before.as_ref(), &mut after).await);
            if tries.after(written.map(|is_written| is_written.then_some(()))).await?.is_some() {
                return Ok(even);
            }
        }
    }
}

impl Pace {
    /// Rests until the writes since the last rest are within the rates of the job and of all jobs, but not
    /// after `end`.
    pub(crate) async fn rest(&mut self, end: Instant) {
        let units: f64 = self.meter.take().iter().map(|usage| usage.units.write).sum();
        let counted = self.favorites.count_units(units, self.even).await;
        let now = self.favorites.now();
        let common = counted.unwrap_or_else(|error| {
            tracing::warn!(reason = error.without_values(), "a job keeps to its own pace only");
            now
        });
        if self.favorites.are_jobs_paced {
            let own = later(self.even, time_of(units, JOB_UNITS_PER_SECOND));
            self.free = own.max(common).min(later(now, LONGEST_REST));
            tokio::time::sleep_until(end.min(Instant::now() + until(self.free, now))).await;
        }
        self.even = self.free.max(self.favorites.now());
    }

    /// Returns the time from which the next step may begin. It is later than now if the last rest was cut
    /// short.
    pub(crate) fn free(&self) -> Timestamp {
        self.free
    }
}

fn time_of(units: f64, rate: u32) -> Duration {
    Duration::from_secs_f64(units / f64::from(rate))
}
