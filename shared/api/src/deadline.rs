//! Until when a function must have answered.

use std::time::{Duration, SystemTime};

use tokio::time::Instant;

/// The time at which a call ends, answered or not. Lambda gives each call one: its beginning and the function's `Timeout` (see "Configure
/// Lambda function timeout" in its developer guide).
///
/// ```
/// use std::time::Duration;
/// use favorites_api::Deadline;
///
/// let deadline = Deadline::after(Duration::from_secs(60));
/// assert!(deadline.time_left() <= Duration::from_secs(60));
/// assert!(Deadline::after(Duration::ZERO).time_left().is_zero());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Deadline(Instant);

/// Longer than any call. A later deadline is replaced by this one, because the clock's range is limited.
const FAR: Duration = Duration::from_hours(24 * 365);

/// The time before its deadline at which a function answers, even if work is still under way. Writing an answer takes milliseconds. A
/// function that Lambda stops gives no answer: a caller gets a plain error of the gateway, and a batch of the stream is repeated whole.
const ANSWER: Duration = Duration::from_secs(1);

impl Deadline {
    /// The moment `duration` from now, at most a year.
    #[must_use]
    pub fn after(duration: Duration) -> Self {
        Self(Instant::now() + duration.min(FAR))
    }

    /// A moment on the wall clock, as the Lambda runtime tells it. One that has passed is now.
    #[must_use]
    pub fn at(time: SystemTime) -> Self {
        Self::after(time.duration_since(SystemTime::now()).unwrap_or_default())
    }

    /// Returns the time that a function may work before it has to answer: a second less than the time left.
    #[must_use]
    pub fn time_to_answer(self) -> Duration {
        self.time_left().saturating_sub(ANSWER)
    }

    /// Returns the time until then: zero once it has passed.
    #[must_use]
    pub fn time_left(self) -> Duration {
        self.0.saturating_duration_since(Instant::now())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn the_time_left_runs_out_and_stays_so() {
        let deadline = Deadline::after(Duration::from_secs(3));
        assert_eq!(deadline.time_left(), Duration::from_secs(3));
        tokio::time::advance(Duration::from_secs(2)).await;
        assert_eq!(deadline.time_left(), Duration::from_secs(1));
        assert_eq!(deadline.time_to_answer(), Duration::ZERO);
        tokio::time::advance(Duration::from_secs(2)).await;
        assert_eq!(deadline.time_left(), Duration::ZERO);
    }

    #[tokio::test(start_paused = true)]
    async fn a_time_on_the_wall_clock_is_as_far_off() {
        let in_a_minute = Deadline::at(SystemTime::now() + Duration::from_mins(1)).time_left();
        assert!((Duration::from_secs(50)..=Duration::from_mins(1)).contains(&in_a_minute), "{in_a_minute:?}");
        assert_eq!(Deadline::at(SystemTime::UNIX_EPOCH).time_left(), Duration::ZERO);
    }

    #[tokio::test(start_paused = true)]
    async fn a_time_without_end_is_a_year() {
        assert_eq!(Deadline::after(Duration::MAX).time_left(), FAR);
    }
}
