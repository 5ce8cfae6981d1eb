//! Remarks about entries that lost something on the way.

use crate::entry::field::Field;

/// A part of an entry that could not be read, while the rest of the entry could.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Remark {
    /// The date is neither a number nor a date of RFC 3339. The entry has no such date.
    #[error("the {field} date {value:?} is neither a number nor an RFC 3339 date, so the entry has none")]
    DateUnreadable {
        /// The date's field.
        field: Field,
        /// The beginning of the date, as in the file.
        value: String,
    },
    /// The date is before 1970 or after the year 5138. The entry has no such date.
    #[error("the {field} date {value:?} is not between the years 1970 and 5138, so the entry has none")]
    DateOutOfRange {
        /// The date's field.
        field: Field,
        /// The beginning of the date, as in the file.
        value: String,
    },
    /// The text has U+FFFD: the file has it, or bytes that its encoding doesn't have.
    #[error(
        "the {field} has characters that can't be read, with U+FFFD in their place; export the file as UTF-8"
    )]
    Undecoded {
        /// The text's field.
        field: Field,
    },
    /// The JSON value is an array or an object where the format has a text. The entry has no such field.
    #[error("the {field} is a JSON array or object instead of a text, so the entry has none")]
    NotText {
        /// The value's field.
        field: Field,
    },
}
