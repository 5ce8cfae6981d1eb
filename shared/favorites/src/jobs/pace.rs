//! The pace of jobs, by the write units that they consume.

use std::num::NonZero;
use std::time::Duration;

use single_table::capacity::Meter;
use tokio::time::Instant;

use crate::service::Favorites;

/// Measures the write units of a job's steps, and has the job rest after each, so that it stays below its
/// rate.
pub(crate) struct Pace {
    meter: Meter,
    rate: Option<NonZero<u32>>,
    began: Instant,
}

impl Favorites {
    /// Returns the use cases whose writes a pace measures, and the pace.
    pub(crate) fn paced(&self) -> (Self, Pace) {
        let meter = Meter::new();
        let pace = Pace { meter: meter.clone(), rate: self.job_rate, began: Instant::now() };
        (self.clone().with_meter(meter), pace)
    }
}

impl Pace {
    /// Rests until the writes since the last rest have taken as long as the rate asks for, but not after
    /// `end`.
    pub(crate) async fn rest(&mut self, end: Instant) {
        let units: f64 = self.meter.take().iter().map(|usage| usage.units.write).sum();
        if let Some(rate) = self.rate {
            let time = Duration::from_secs_f64(units / f64::from(rate.get()));
            tokio::time::sleep_until(end.min(self.began + time)).await;
        }
        self.began = Instant::now();
    }
}
