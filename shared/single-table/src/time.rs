//! Times in the form of DynamoDB's TTL attribute.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use table_keys::Timestamp;

/// Whole seconds since the Unix epoch, which is the form of a TTL attribute (see "Using time to live (TTL) in DynamoDB" in the
/// developer guide). A [`Timestamp`] is rounded down to its second, so an item has expired from the start of that second.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct EpochSeconds(u64);

impl EpochSeconds {
    /// Creates a time from the seconds since the Unix epoch.
    #[must_use]
    pub const fn new(seconds: u64) -> Self {
        Self(seconds)
    }

    /// Rounds a timestamp down to its second. A timestamp before 1970 becomes second 0.
    #[must_use]
    pub fn of(time: Timestamp) -> Self {
        Self(u64::try_from(time.as_unix_millis().div_euclid(1_000)).unwrap_or(0))
    }

    /// Returns the seconds since the Unix epoch.
    #[must_use]
    pub fn get(self) -> u64 {
        self.0
    }

    /// Returns the start of this second, or [`Timestamp::MAX`] for a time after the year 9999.
    #[must_use]
    pub fn timestamp(self) -> Timestamp {
        i64::try_from(self.0)
            .ok()
            .and_then(|seconds| seconds.checked_mul(1_000))
            .and_then(|millis| Timestamp::from_unix_millis(millis).ok())
            .unwrap_or(Timestamp::MAX)
    }

    /// Adds the whole seconds of a duration.
    #[must_use]
    pub fn plus(self, duration: Duration) -> Self {
        Self(self.0.saturating_add(duration.as_secs()))
    }

    /// Returns true if an item with this TTL has expired at `now`.
    #[must_use]
    pub fn expired(self, now: Timestamp) -> bool {
        self <= Self::of(now)
    }
}
