//! Repeating a call that failed.

use std::time::Duration;

use crate::template::Retrier;

/// The repetitions of one call.
pub(super) struct Retries<'a> {
    retriers: &'a [Retrier],
    /// The number of repetitions by each retrier.
    made: Vec<u16>,
}

impl<'a> Retries<'a> {
    pub(super) fn of(retriers: &'a [Retrier]) -> Self {
        Self { retriers, made: vec![0; retriers.len()] }
    }

    /// Returns the time to wait before the call is repeated after `error`. `None`: it is not repeated.
    ///
    /// The first retrier that has the error decides, even if its repetitions are used up ("Error handling in Step Functions").
    pub(super) fn pause_after(&mut self, error: &str) -> Option<Duration> {
        let at = self.retriers.iter().position(|retrier| has(retrier, error))?;
        let (retrier, made) = (&self.retriers[at], &mut self.made[at]);
        if *made == retrier.max_attempts {
            return None;
        }
        let factor = retrier.backoff_rate.powi(i32::from(*made));
        *made += 1;
        Some(Duration::from_secs(retrier.interval_seconds.get().into()).mul_f64(factor))
    }
}

fn has(retrier: &Retrier, error: &str) -> bool {
    let is_timeout = || error == "States.Timeout";
    retrier.error_equals.iter().any(|name| match name.as_str() {
        "States.ALL" => true,
        "States.TaskFailed" => !is_timeout(),
        name => name == error,
    })
}
