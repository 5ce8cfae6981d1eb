//! What benchmarks tell.

use std::io::Write as _;
use std::time::Duration;

/// Prints a line.
pub fn say(line: &str) {
    writeln!(std::io::stdout(), "{line}").expect("standard output is open");
}

/// The middle one of several durations; of none, it panics.
#[must_use]
pub fn median(mut durations: Vec<Duration>) -> Duration {
    durations.sort_unstable();
    durations[durations.len() / 2]
}
