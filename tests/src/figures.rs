//! The output of benchmarks.

use std::fmt::Display;
use std::io::{self, Write as _};
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

/// Returns the most memory that this process had at a time, in MB: the high water mark of its resident set, as Linux reports it.
///
/// # Errors
/// Returns the error of reading the file, or one of the kind `InvalidData` if the file has no such mark.
pub fn peak_memory() -> io::Result<u64> {
    peak_memory_of("self")
}

/// Returns the most memory that the process with this id had at a time, in MB, as [`peak_memory`] does for this process.
///
/// # Errors
/// As [`peak_memory`].
pub fn peak_memory_of(process: impl Display) -> io::Result<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status"))?;
    let mark = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kibibytes = mark.and_then(|mark| mark.trim().trim_end_matches(" kB").parse::<u64>().ok());
    let bytes = kibibytes.ok_or(io::ErrorKind::InvalidData)? * 1_024;
    Ok(bytes.div_ceil(1_000_000))
}
