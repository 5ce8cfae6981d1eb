//! The waits between attempts.

use std::time::Duration;

use backon::ExponentialBuilder;

/// The wait before the second attempt. It doubles with each further one, up to [`LONGEST_WAIT`], and varies at random.
const FIRST_WAIT: Duration = Duration::from_millis(200);

/// The longest wait. A service that asks for a longer one is not asked again.
pub(crate) const LONGEST_WAIT: Duration = Duration::from_secs(30);

/// Returns the waits for a number of repeats.
pub(crate) fn waits(retries: usize) -> ExponentialBuilder {
    ExponentialBuilder::new()
        .with_min_delay(FIRST_WAIT)
        .with_max_delay(LONGEST_WAIT)
        .with_max_times(retries)
        .with_jitter()
}
