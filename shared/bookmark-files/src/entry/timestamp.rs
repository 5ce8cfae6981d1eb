//! Times, and the rule by which a file's dates become times.

use std::num::NonZeroU64;

use time::format_description::well_known::Rfc3339;
use time::{Duration, OffsetDateTime};

use crate::entry::date_text::read_date;

/// A time in milliseconds since 1970-01-01T00:00:00Z.
///
/// The time is at least one millisecond after 1970, because the files use 0 for "unknown", and at most
/// [`Timestamp::MAX`].
///
/// ```
/// use bookmark_files::Timestamp;
///
/// let time = Timestamp::from_millis(1_700_000_000_123).expect("in 2023");
/// assert_eq!(time.as_seconds(), 1_700_000_000);
/// assert_eq!(Timestamp::from_millis(0), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(NonZeroU64);

/// The first number that counts milliseconds instead of seconds.
const MILLIS: u64 = 100_000_000_000;
/// The first number that counts microseconds instead of milliseconds.
const MICROS: u64 = MILLIS * 1_000;
/// The microseconds from 1601 to 1970. Larger numbers count microseconds since 1601, as Chrome does.
const SINCE_1601: u64 = 11_644_473_600_000_000;
/// The first number that counts nanoseconds.
const NANOS: u64 = MICROS * 1_000;

/// The reason why a date gives no time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DateProblem {
    /// The text is not a date.
    Unreadable,
    /// The date is before 1970 or after [`Timestamp::MAX`].
    OutOfRange,
}

impl Timestamp {
    /// The latest time, in the year 5138: one millisecond before the number of seconds reaches
    /// 100,000,000,000.
    pub const MAX: Self = Self(NonZeroU64::new(MICROS - 1).expect("it is not 0"));

    /// Returns the time, or `None` if `millis` is 0 or larger than [`Timestamp::MAX`].
    #[must_use]
    pub const fn from_millis(millis: u64) -> Option<Self> {
        match NonZeroU64::new(millis) {
            Some(millis) if millis.get() < MICROS => Some(Self(millis)),
            _ => None,
        }
    }

    /// Returns the milliseconds since 1970.
    #[must_use]
    pub const fn as_millis(self) -> u64 {
        self.0.get()
    }

    /// Returns the whole seconds since 1970.
    #[must_use]
    pub const fn as_seconds(self) -> u64 {
        self.0.get() / 1_000
    }

    /// Parses a date: a number, or one of the forms of [`read_date`].
    ///
    /// The size of a number determines its unit: seconds below 10^11, milliseconds below 10^14, microseconds
    /// below 10^17, and nanoseconds from there on. So seconds cover 1970 to 5138, milliseconds 1973 to 5138,
    /// microseconds 1973 to 2338, and nanoseconds 1973 to 2554. Microseconds that would be after 2338 count
    /// from 1601, as in Chrome. The digits after a decimal point are dropped. An empty text and 0 mean
    /// "unknown".
    pub(crate) fn read(text: &str) -> Result<Option<Self>, DateProblem> {
        if text.is_empty() {
            return Ok(None);
        }
        let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
        if is_digits(whole.strip_prefix('-').unwrap_or(whole)) && is_digits(fraction) {
            // Only negative and very large numbers can't be parsed.
            let number = whole.parse().map_err(|_| DateProblem::OutOfRange)?;
            return Ok(Self::from_number(number));
        }
        let date = read_date(text).ok_or(DateProblem::Unreadable)?;
        match u64::try_from(date.unix_timestamp_nanos() / 1_000_000) {
            Ok(0) => Ok(None),
            Ok(millis) => Self::from_millis(millis).map(Some).ok_or(DateProblem::OutOfRange),
            Err(_) => Err(DateProblem::OutOfRange),
        }
    }

    fn from_number(number: u64) -> Option<Self> {
        match number {
            0 => None,
            1..MILLIS => Self::from_millis(number * 1_000),
            MILLIS..MICROS => Self::from_millis(number),
            MICROS..SINCE_1601 => Self::from_millis(number / 1_000),
            SINCE_1601..NANOS => Self::from_millis((number - SINCE_1601) / 1_000),
            NANOS.. => Self::from_millis(number / 1_000_000),
        }
    }

    /// Writes the time as RFC 3339 with milliseconds, such as `2023-11-14T22:13:20.123Z`.
    pub(crate) fn to_rfc3339(self) -> String {
        let time = OffsetDateTime::UNIX_EPOCH + Duration::milliseconds(self.0.get().cast_signed());
        time.format(&Rfc3339).expect("years up to 5138 have four digits")
    }
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
#[path = "timestamp_tests.rs"]
mod tests;
