//! Errors of one component.

use std::fmt;

use thiserror::Error;

/// The reason why a component could not be encoded or decoded.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ComponentError {
    /// The component contains a character that [the encoding](crate#the-encoding) escapes, or an incomplete escape.
    #[error(
        "invalid escape at byte {position} of the component: `$` followed by one of `0` to `T` is the only use of \
         characters below `%`"
    )]
    BrokenEscape {
        /// The byte offset in the component.
        position: usize,
    },
    /// The component is not an encoding of its type.
    #[error("expected {expected}, found {found:?}")]
    Unexpected {
        /// The form that the type encodes to.
        expected: &'static str,
        /// The component as it is in the key.
        found: String,
    },
    /// The component's type refused the value.
    #[error("{reason}")]
    Refused {
        /// The reason that the type gave.
        reason: String,
    },
    /// A floating-point component is NaN, which has no place in the order of numbers.
    #[error("NaN cannot be ordered: use a number, or `None` of an `Option<f64>`")]
    NotANumber,
}

impl ComponentError {
    /// Returns the error for a text that is not an encoding of its type.
    #[must_use]
    pub fn unexpected(expected: &'static str, found: &str) -> Self {
        Self::Unexpected { expected, found: found.to_owned() }
    }

    /// Returns the error for a value that its type refuses.
    #[must_use]
    pub fn refused(reason: impl fmt::Display) -> Self {
        Self::Refused { reason: reason.to_string() }
    }
}
