//! Points in time whose text sorts in the order of time.

mod error;
mod json;
mod text;

use std::time::{Duration, SystemTime, UNIX_EPOCH};

pub use error::TimestampError;

/// A point in time with millisecond precision, from `0000-01-01T00:00:00.000Z` to `9999-12-31T23:59:59.999Z`.
///
/// `Display`, keys and JSON all use RFC 3339 in UTC with milliseconds, which has a fixed width. `FromStr` and
/// `Deserialize` accept any RFC 3339 time, including other offsets and other numbers of fraction digits. Digits beyond
/// the millisecond are cut off.
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
    /// The earliest time: `0000-01-01T00:00:00.000Z`.
    pub const MIN: Self = Self { unix_millis: -62_167_219_200_000 };
    /// The latest time: `9999-12-31T23:59:59.999Z`.
    pub const MAX: Self = Self { unix_millis: 253_402_300_799_999 };

    /// Returns the time `unix_millis` milliseconds after 1970-01-01T00:00:00Z. A negative number is a time before it.
    ///
    /// # Errors
    ///
    /// Fails with [`TimestampError::OutOfRange`] if the time is before [`MIN`](Self::MIN) or after [`MAX`](Self::MAX).
    pub fn from_unix_millis(unix_millis: i64) -> Result<Self, TimestampError> {
        Self::in_range(unix_millis)
            .ok_or_else(|| TimestampError::OutOfRange { given: format!("{unix_millis} ms since 1970") })
    }

    /// Returns the number of milliseconds since 1970-01-01T00:00:00Z.
    #[must_use]
    pub const fn as_unix_millis(self) -> i64 {
        self.unix_millis
    }

    /// Returns the number of seconds since 1970-01-01T00:00:00Z, rounded down.
    ///
    /// DynamoDB's TTL attribute has this unit (developer guide, "Using time to live (TTL) in DynamoDB").
    #[must_use]
    pub const fn unix_seconds(self) -> i64 {
        self.unix_millis.div_euclid(1000)
    }

    /// Returns the time of the system clock.
    ///
    /// If the clock is set to a time out of range, returns [`MIN`](Self::MIN) or [`MAX`](Self::MAX), whichever is nearer.
    #[must_use]
    pub fn now() -> Self {
        let unix_millis = match SystemTime::now().duration_since(UNIX_EPOCH) {
            Ok(after) => i64::try_from(after.as_millis()).unwrap_or(i64::MAX),
            Err(before) => i64::try_from(before.duration().as_millis()).map_or(i64::MIN, |millis| -millis),
        };
        Self { unix_millis: unix_millis.clamp(Self::MIN.unix_millis, Self::MAX.unix_millis) }
    }

    /// Adds `duration`, cut off to whole milliseconds. Returns `None` if the result is after [`MAX`](Self::MAX).
    #[must_use]
    pub fn checked_add(self, duration: Duration) -> Option<Self> {
        let millis = i64::try_from(duration.as_millis()).ok()?;
        Self::in_range(self.unix_millis.checked_add(millis)?)
    }

    /// Subtracts `duration`, cut off to whole milliseconds. Returns `None` if the result is before [`MIN`](Self::MIN).
    #[must_use]
    pub fn checked_sub(self, duration: Duration) -> Option<Self> {
        let millis = i64::try_from(duration.as_millis()).ok()?;
        Self::in_range(self.unix_millis.checked_sub(millis)?)
    }

    /// Returns the milliseconds since the start of the second.
    fn millisecond(self) -> u32 {
        u32::try_from(self.unix_millis.rem_euclid(1000))
            .expect("the remainder of a division by 1000 is at least 0 and at most 999")
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
    fn times_out_of_range_are_refused() {
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
    fn addition_and_subtraction_stop_at_the_ends_of_the_range() {
        let start = time("2024-02-28T23:59:59.999Z");
        assert_eq!(start.checked_add(Duration::from_micros(1_900)), Some(time("2024-02-29T00:00:00.000Z")));
        assert_eq!(
            start.checked_sub(Duration::from_secs(24 * 60 * 60)),
            Some(time("2024-02-27T23:59:59.999Z"))
        );
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
    fn now_is_the_time_of_the_system_clock() {
        let clock = || i64::try_from(UNIX_EPOCH.elapsed().unwrap().as_millis()).unwrap();
        let (before, now, after) = (clock(), Timestamp::now().as_unix_millis(), clock());
        assert!((before..=after).contains(&now));
    }
}
