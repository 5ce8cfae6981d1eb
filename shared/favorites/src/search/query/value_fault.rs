//! The mistakes in the values of operators.

use crate::model::data_type::DataType;

/// The mistake in the value of an operator.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ValueFault {
    /// No type has this name.
    #[error("must be one of {}; {given:?} was given", DataType::ALL.map(DataType::as_str).join(", "))]
    Type {
        /// The value.
        given: String,
    },
    /// No time is written like this.
    #[error(
        "must be a year, a month, a day or a time, such as 2026, 2026-11, 2026-11-23 or 2026-11-23T10:20:30Z; {given:?} was given"
    )]
    Time {
        /// The value.
        given: String,
    },
    /// The value contains only characters that search ignores, such as punctuation.
    #[error("must have a letter, a digit or a symbol; {given:?} was given")]
    Nothing {
        /// The value.
        given: String,
    },
}
