//! Errors of timestamps.

use thiserror::Error;

/// A text or number that is not a valid [`Timestamp`](crate::Timestamp).
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TimestampError {
    /// The text is not an RFC 3339 time.
    #[error("{given:?} is not an RFC 3339 time: write it like 2026-11-21T08:35:15.123Z")]
    Malformed {
        /// The text that was given.
        given: String,
    },
    /// The time is outside the years 0000 to 9999.
    #[error("{given} is out of range: use a time from 0000-01-01T00:00:00.000Z to 9999-12-31T23:59:59.999Z")]
    OutOfRange {
        /// The text that was given, or the number of milliseconds with its unit.
        given: String,
    },
}
