//! Why a value is refused.

use single_table::Timestamp;

/// Why a value is refused: names the limit and what was given.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ValueError {
    /// Text without a visible character.
    #[error("must not be empty")]
    Empty,
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
        /// What is wrong with it.
        reason: String,
    },
    /// Not a media type such as `image/png`.
    #[error("must be a media type such as image/png; \"{given}\" was given")]
    MediaType {
        /// What was given.
        given: String,
    },
    /// A number outside its range.
    #[error("must be from {min} to {max}; {given} was given")]
    Range {
        /// The least value.
        min: f64,
        /// The greatest value.
        max: f64,
        /// What was given.
        given: f64,
    },
    /// Not an id of ours.
    #[error("must be a UUID; \"{given}\" was given")]
    Id {
        /// What was given.
        given: String,
    },
    /// None of the declared words.
    #[error("must be one of {allowed}; \"{given}\" was given")]
    Unknown {
        /// The declared words.
        allowed: String,
        /// What was given.
        given: String,
    },
    /// A time of keeping before the first id or too far ahead.
    #[error("must be from 1970 to {latest}; {given} was given")]
    ClipTime {
        /// The latest time allowed.
        latest: Timestamp,
        /// What was given.
        given: Timestamp,
    },
    /// An expiry that has passed.
    #[error("must lie in the future; {given} was given and it is {now}")]
    Expired {
        /// What was given.
        given: Timestamp,
        /// The time that it was checked at.
        now: Timestamp,
    },
}
