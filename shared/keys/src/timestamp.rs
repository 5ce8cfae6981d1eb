//! Points in time, written so that text order is time order.

mod error;
mod json;
mod text;

use std::time::{Duration, SystemTime, UNIX_EPOCH};

pub use error::TimestampError;

/// A point in time to the millisecond, in UTC, from `0000-01-01T00:00:00.000Z` to `9999-12-31T23:59:59.999Z`.
///
/// It displays, and stands in keys and JSON, as RFC 3339 of one fixed width. Reading takes any RFC 3339:
/// other offsets, and more or fewer fraction digits, of which those past the millisecond are cut off.
///
/// ```
/// use table_keys::Timestamp;
///
/// let time: Timestamp = "2026-11-21T09:35:15.1239+01:00".parse()?;
/// assert_eq!(time.to_string(), "2026-11-21T08:35:15.123Z");
/// assert_eq!(time.as_unix_millis(), 1_795_250_115_123);
/// # Ok::<(), table_keys::TimestampError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp {
    unix_millis: i64,
}

impl Timestamp {
    /// `0000-01-01T00:00:00.000Z`.
    pub const MIN: Self = Self { unix_millis: -62_167_219_200_000 };
    /// `9999-12-31T23:59:59.999Z`.
    pub const MAX: Self = Self { unix_millis: 253_402_300_799_999 };

    /// The time `unix_millis` milliseconds after 1970-01-01T00:00:00Z, or before it where negative.
    pub fn from_unix_millis(unix_millis: i64) -> Result<Self, TimestampError> {
        Self::in_range(unix_millis)
            .ok_or_else(|| TimestampError::OutOfRange { given: format!("{unix_millis} ms since 1970") })
    }

    /// Milliseconds since 1970-01-01T00:00:00Z.
    #[must_use]
    pub const fn as_unix_millis(self) -> i64 {
        self.unix_millis
    }

    /// Whole seconds since 1970-01-01T00:00:00Z, rounded down: the unit of DynamoDB's TTL attribute
    /// (developer guide, "Using time to live (TTL) in DynamoDB").
    #[must_use]
    pub const fn unix_seconds(self) -> i64 {
        self.unix_millis.div_euclid(1000)
    }

    /// The system's clock. One that is set outside of the range counts as the nearer end of it.
    #[must_use]
    pub fn now() -> Self {
        let unix_millis = match SystemTime::now().duration_since(UNIX_EPOCH) {
            Ok(after) => i64::try_from(after.as_millis()).unwrap_or(i64::MAX),
            Err(before) => i64::try_from(before.duration().as_millis()).map_or(i64::MIN, |millis| -millis),
        };
        Self { unix_millis: unix_millis.clamp(Self::MIN.unix_millis, Self::MAX.unix_millis) }
    }

    /// The time `duration` later, cut to the millisecond, or `None` past [`MAX`](Self::MAX).
    #[must_use]
    pub fn checked_add(self, duration: Duration) -> Option<Self> {
        let millis = i64::try_from(duration.as_millis()).ok()?;
        Self::in_range(self.unix_millis.checked_add(millis)?)
    }

    /// The time `duration`, cut to the millisecond, earlier, or `None` before [`MIN`](Self::MIN).
    #[must_use]
    pub fn checked_sub(self, duration: Duration) -> Option<Self> {
        let millis = i64::try_from(duration.as_millis()).ok()?;
        Self::in_range(self.unix_millis.checked_sub(millis)?)
    }

    /// Milliseconds into the second.
    fn millisecond(self) -> u32 {
        u32::try_from(self.unix_millis.rem_euclid(1000)).expect("it is from 0 to 999")
    }

    fn in_range(unix_millis: i64) -> Option<Self> {
        let time = Self { unix_millis };
        (Self::MIN..=Self::MAX).contains(&time).then_some(time)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn time(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    #[test]
    fn refuses_times_out_of_range() {
        for millis in
            [i64::MIN, Timestamp::MIN.as_unix_millis() - 1, Timestamp::MAX.as_unix_millis() + 1, i64::MAX]
        {
            assert!(matches!(Timestamp::from_unix_millis(millis), Err(TimestampError::OutOfRange { .. })));
        }
        for text in ["0000-01-01T00:59:59.999+01:00", "9999-12-31T23:00:00-01:00"] {
            assert_eq!(text.parse::<Timestamp>(), Err(TimestampError::OutOfRange { given: text.to_owned() }));
        }
    }

    #[test]
    fn adds_and_subtracts_within_the_range() {
        let start = time("2024-02-28T23:59:59.999Z");
        assert_eq!(start.checked_add(Duration::from_micros(1_900)), Some(time("2024-02-29T00:00:00.000Z")));
        assert_eq!(start.checked_sub(Duration::from_hours(24)), Some(time("2024-02-27T23:59:59.999Z")));
        assert_eq!(Timestamp::MAX.checked_add(Duration::from_millis(1)), None);
        assert_eq!(Timestamp::MIN.checked_sub(Duration::from_millis(1)), None);
        assert_eq!(start.checked_add(Duration::MAX), None);
        assert_eq!(start.checked_sub(Duration::MAX), None);
    }

    #[test]
    fn seconds_round_down_on_both_sides_of_1970() {
        assert_eq!(Timestamp::from_unix_millis(1_999).unwrap().unix_seconds(), 1);
        assert_eq!(Timestamp::from_unix_millis(-1).unwrap().unix_seconds(), -1);
    }

    #[test]
    fn now_is_between_the_clock_before_and_after() {
        let clock = || i64::try_from(UNIX_EPOCH.elapsed().unwrap().as_millis()).unwrap();
        let (before, now, after) = (clock(), Timestamp::now().as_unix_millis(), clock());
        assert!((before..=after).contains(&now));
    }
}
