//! Remarks about entries that lost something on the way.

use crate::entry::field::Field;

/// A part of an entry that could not be read, while the rest of the entry could.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Remark {
    /// The date is neither a number nor in a form that the README lists, so it is left out.
    #[error("the {field} date {value:?} can't be read, so it is left out; write it as 2023-11-14T22:13:20Z")]
    DateUnreadable {
        /// The date's field.
        field: Field,
        /// The beginning of the date, as in the file.
        value: String,
    },
    /// The date is before 1970 or after the year 5138. The entry has no such date.
    #[error("the {field} date {value:?} is not between the years 1970 and 5138, so it is left out")]
    DateOutOfRange {
        /// The date's field.
        field: Field,
        /// The beginning of the date, as in the file.
        value: String,
    },
    /// The text contains U+FFFD, from the file itself or in place of bytes that are invalid in its encoding.
    #[error("characters in the {field} can't be read and became U+FFFD; export the file as UTF-8")]
    Undecoded {
        /// The text's field.
        field: Field,
    },
    /// The JSON value is a number, `true`, an array or an object instead of a text, so it is left out.
    #[error("the value of {field} in the JSON is not a text, so it is left out")]
    NotText {
        /// The value's field.
        field: Field,
    },
    /// The text is longer than [`Limits::text_bytes`](crate::Limits::text_bytes), so its end is left out. An
    /// address that is too long moves to the [text](crate::Entry::text).
    #[error("the {field} has {size} bytes and the limit is {limit}, so its end is left out")]
    Cut {
        /// The text's field.
        field: Field,
        /// The limit.
        limit: usize,
        /// The bytes of the text in the file.
        size: u64,
    },
    /// The entry has more tags than [`Limits::tags`](crate::Limits::tags). It keeps the first ones.
    #[error("the entry has {count} tags and the limit is {limit}, so the last ones are left out")]
    TooManyTags {
        /// The limit.
        limit: usize,
        /// The number of tags in the file, including duplicates.
        count: u64,
    },
    /// The names of the entry's folders are together longer than
    /// [`Limits::text_bytes`](crate::Limits::text_bytes). The entry keeps the innermost ones.
    #[error(
        "the names of the folders have {size} bytes and the limit is {limit}, so the outermost ones are left out"
    )]
    FoldersCut {
        /// The limit.
        limit: usize,
        /// The bytes of all names, plus one for each name.
        size: u64,
    },
    /// The text has control characters, which are left out.
    #[error("control characters in the {field} are left out")]
    ControlCharacters {
        /// The text's field.
        field: Field,
    },
    /// The HTML attribute has unescaped quotes, no closing quote, or no quotes around an address with spaces.
    /// The field may differ from what the user meant.
    #[error("quotes in the {field} are not escaped or not closed; check the entry")]
    Quotes {
        /// The attribute's field.
        field: Field,
    },
    /// The address is relative or can't be parsed. It moves to the [text](crate::Entry::text), after the
    /// title.
    #[error("the url {value:?} is not a complete address, so the entry became a text that contains it")]
    NotAddress {
        /// The beginning of the address, as in the file.
        value: String,
    },
    /// The CSV row has fewer or more cells than the header. Missing cells are empty. If the row has more
    /// texts than the header has columns, its only web address is the entry's address, and its other cells
    /// are the note.
    #[error(
        "the row has {found} cells and the header has {expected}; check the entry, \
         and put quotes around cells with commas"
    )]
    CellCount {
        /// The number of cells of the header.
        expected: usize,
        /// The number of cells of the row.
        found: u64,
    },
    /// The CSV row has a quoted cell without a closing quote before a separator, so the row ends with its
    /// line.
    #[error("a quoted cell has no closing quote, so the row ends with its line; check the entry")]
    UnclosedQuote,
}
