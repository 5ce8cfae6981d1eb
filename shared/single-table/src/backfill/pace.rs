//! Limits the consumed write capacity per second.

use std::num::NonZeroU32;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::{Instant, sleep_until};

/// The units that a write reserves before its consumption is known.
const EXPECTED_UNITS: f64 = 1.0;

/// Spreads writes over time. Each write waits until the units of all earlier writes are due at this rate.
#[derive(Debug)]
pub(crate) struct Pace {
    units_per_second: f64,
    /// The time at which the next write may begin.
    free: Mutex<Instant>,
}

impl Pace {
    pub(crate) fn new(units_per_second: NonZeroU32) -> Self {
        Self { units_per_second: units_per_second.get().into(), free: Mutex::new(Instant::now()) }
    }

    /// Waits until a write may begin.
    pub(crate) async fn wait(&self) {
        let begin = {
            let mut free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
            let begin = (*free).max(Instant::now());
            *free = begin + self.time_for(EXPECTED_UNITS);
            begin
        };
        sleep_until(begin).await;
    }

    /// Delays later writes by the units that a write consumed beyond its reserved units.
    pub(crate) fn consumed(&self, units: f64) {
        let beyond = self.time_for((units - EXPECTED_UNITS).max(0.0));
        *self.free.lock().unwrap_or_else(PoisonError::into_inner) += beyond;
    }

    fn time_for(&self, units: f64) -> Duration {
        Duration::from_secs_f64(units / self.units_per_second)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn seconds(pace: &Pace, writes: &[f64]) -> f64 {
        let begin = Instant::now();
        for units in writes {
            pace.wait().await;
            pace.consumed(*units);
        }
        pace.wait().await;
        begin.elapsed().as_secs_f64()
    }

    #[tokio::test(start_paused = true)]
    async fn writes_take_the_time_that_their_units_take() {
        let pace = Pace::new(NonZeroU32::new(4).unwrap());
        assert!((seconds(&pace, &[1.0; 8]).await - 2.0).abs() < 0.01);
        // The last wait also reserves a unit.
        assert!((seconds(&pace, &[3.0, 8.0, 1.0]).await - 3.25).abs() < 0.01);
    }

    #[tokio::test(start_paused = true)]
    async fn time_that_was_not_used_is_not_made_up_for() {
        let pace = Pace::new(NonZeroU32::new(4).unwrap());
        tokio::time::sleep(Duration::from_mins(1)).await;
        assert!((seconds(&pace, &[1.0; 8]).await - 2.0).abs() < 0.01);
    }
}
