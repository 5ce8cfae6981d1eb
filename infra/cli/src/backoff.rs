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

/// The longest wait between two looks at something that follows a change a moment later.
const LONGEST_LOOK: Duration = Duration::from_secs(2);

/// Returns the waits between looks, which are `total` together.
pub(crate) fn looks(total: Duration) -> ExponentialBuilder {
    waits(0).with_max_delay(LONGEST_LOOK).without_max_times().with_total_delay(Some(total))
}
