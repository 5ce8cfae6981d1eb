//! Why a value is refused.

use single_table::Timestamp;

use crate::limits::{GREATEST_INTEGER, LEAST_MAGNITUDE};

/// Why a value is refused: names the limit and what was given.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ValueError {
    /// Text of white space only.
    #[error("must not be empty")]
    Empty,
    /// Text of characters that show nothing.
    #[error("must have a visible character; only spaces and invisible characters were given")]
    Invisible,
    /// A line break where text must be on one line.
    #[error("must be on one line; the line break U+{code:04X} was given")]
    LineBreak {
        /// The code point.
        code: u32,
    },
    /// Too many characters.
    #[error("must have at most {limit} characters; {given} were given")]
    TooLong {
        /// The most characters allowed.
        limit: usize,
        /// The characters given.
        given: usize,
    },
    /// Too many bytes in a form that is stored.
    #[error("must have at most {limit} bytes when {form}; {given} were given")]
    TooManyBytes {
        /// The form that is measured.
        form: &'static str,
        /// The most bytes allowed.
        limit: usize,
        /// The bytes given.
        given: usize,
    },
    /// A control character where only visible text makes sense.
    #[error("must not contain the control character U+{code:04X}")]
    Control {
        /// The code point.
        code: u32,
    },
    /// Not an absolute `http` or `https` URL.
    #[error("must be an absolute http or https URL: {reason}")]
    Url {
        /// The reason.
        reason: String,
    },
    /// Not a media type such as `image/png`.
    #[error("must be a media type such as image/png; \"{given}\" was given")]
    MediaType {
        /// The given value.
        given: String,
    },
    /// A number outside its range.
    #[error("must be from {min} to {max}; {given} was given")]
    Range {
        /// The least value.
        min: f64,
        /// The greatest value.
        max: f64,
        /// The given value.
        given: f64,
    },
    /// A whole number that some JSON readers don't keep exactly.
    #[error("must be a whole number from 0 to {GREATEST_INTEGER}; {given} was given")]
    TooGreat {
        /// The given value.
        given: u64,
    },
    /// A number that DynamoDB can't tell from 0.
    #[error("must be 0, or at least {:e} away from 0; {given:e} was given", LEAST_MAGNITUDE)]
    TooCloseToZero {
        /// The number given.
        given: f64,
    },
    /// Not an id of ours.
    #[error("must be a UUID; \"{given}\" was given")]
    Id {
        /// The given value.
        given: String,
    },
    /// A UUID of another version than 7, which has no time that sorts.
    #[error("must be a UUID of version 7; \"{given}\" was given")]
    NotTimeOrdered {
        /// The given value.
        given: String,
    },
    /// Another `clipTime` than the one of the chosen id.
    #[error("must be the time of dataId, {id}; {given} was given")]
    OtherTime {
        /// The time of the id.
        id: Timestamp,
        /// The given value.
        given: Timestamp,
    },
    /// None of the declared words.
    #[error("must be one of {allowed}; \"{given}\" was given")]
    Unknown {
        /// The declared words.
        allowed: String,
        /// The given value.
        given: String,
    },
    /// A time of imported history before the first id or too far ahead.
    #[error("must be from 1970 to {latest}; {given} was given")]
    PastTime {
        /// The latest time allowed.
        latest: Timestamp,
        /// The given value.
        given: Timestamp,
    },
    /// An expiry that has passed.
    #[error("must lie in the future; {given} was given and it is {now}")]
    Expired {
        /// The given value.
        given: Timestamp,
        /// The time that it was checked at.
        now: Timestamp,
    },
}
