//! The output of benchmarks.

use std::io::Write as _;
use std::time::Duration;

/// Prints a line.
pub fn say(line: &str) {
    writeln!(std::io::stdout(), "{line}").expect("standard output is open");
}

/// Returns the median of several durations. Panics if there are none.
#[must_use]
pub fn median(mut durations: Vec<Duration>) -> Duration {
    durations.sort_unstable();
    durations[durations.len() / 2]
}
