//! The time form of DynamoDB's TTL.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use table_keys::Timestamp;

/// Whole seconds since the Unix epoch, the form of a TTL attribute (see "Using time to live (TTL) in DynamoDB" in the
/// developer guide). A [`Timestamp`] becomes its second: what expires within a second has expired from its start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct EpochSeconds(u64);

impl EpochSeconds {
    /// So many seconds since the epoch.
    #[must_use]
    pub const fn new(seconds: u64) -> Self {
        Self(seconds)
    }

    /// The second in which `time` lies; a time before 1970 is the first second of all.
    #[must_use]
    pub fn of(time: Timestamp) -> Self {
        Self(u64::try_from(time.as_unix_millis().div_euclid(1_000)).unwrap_or(0))
    }

    /// The seconds since the epoch.
    #[must_use]
    pub fn get(self) -> u64 {
        self.0
    }

    /// The moment at which this second begins; the end of the year 9999 for what lies behind it.
    #[must_use]
    pub fn timestamp(self) -> Timestamp {
        i64::try_from(self.0)
            .ok()
            .and_then(|seconds| seconds.checked_mul(1_000))
            .and_then(|millis| Timestamp::from_unix_millis(millis).ok())
            .unwrap_or(Timestamp::MAX)
    }

    /// This second and `duration` more.
    #[must_use]
    pub fn plus(self, duration: Duration) -> Self {
        Self(self.0.saturating_add(duration.as_secs()))
    }

    /// Whether an item with this TTL has expired at `now`.
    #[must_use]
    pub fn expired(self, now: Timestamp) -> bool {
        self <= Self::of(now)
    }
}
