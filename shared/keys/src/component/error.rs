//! Errors of one component.

use std::fmt;

use thiserror::Error;

/// One component that could not be encoded, or a text that does not decode as its type.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ComponentError {
    /// A character stands where [the encoding](crate#the-encoding) never writes it.
    #[error("broken escape at byte {position}: below `%` only `$` may stand, followed by one of `0` to `T`")]
    BrokenEscape {
        /// Byte offset in the component.
        position: usize,
    },
    /// The text is not what the type's `encode` writes.
    #[error("expected {expected} but found {found:?}")]
    Unexpected {
        /// What the type's `encode` writes.
        expected: &'static str,
        /// The component as it stands in the key.
        found: String,
    },
    /// The component's own type refused the value.
    #[error("{reason}")]
    Refused {
        /// What the type said.
        reason: String,
    },
    /// A floating-point component is NaN, which has no place in an order.
    #[error("NaN has no place in key order: give a number or use an `Option`")]
    NotANumber,
}

impl ComponentError {
    /// The text is not what the type's `encode` writes.
    #[must_use]
    pub fn unexpected(expected: &'static str, found: &str) -> Self {
        Self::Unexpected { expected, found: found.to_owned() }
    }

    /// The component's own type refused the value.
    #[must_use]
    pub fn refused(reason: impl fmt::Display) -> Self {
        Self::Refused { reason: reason.to_string() }
    }
}
