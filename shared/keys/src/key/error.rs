//! Errors of a whole key.

use std::fmt;

use thiserror::Error;

use crate::ComponentError;

/// The key that an error is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KeyKind {
    /// The partition key, limited to [`MAX_PARTITION_KEY_BYTES`](crate::MAX_PARTITION_KEY_BYTES).
    Partition,
    /// The sort key, limited to [`MAX_SORT_KEY_BYTES`](crate::MAX_SORT_KEY_BYTES).
    Sort,
}

impl fmt::Display for KeyKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Partition => "partition key",
            Self::Sort => "sort key",
        })
    }
}

/// The reason why a key could not be built, or why a text is not a key of the expected type.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum KeyError {
    /// The key is empty. DynamoDB refuses empty key attributes.
    #[error("the {kind} is empty, but DynamoDB requires at least 1 byte: add a component that is not empty")]
    Empty {
        /// The empty key.
        kind: KeyKind,
    },
    /// The key is longer than DynamoDB allows, in UTF-8 and with its escapes.
    #[error(
        "the {kind} has {actual} bytes, but DynamoDB allows at most {limit}: shorten one of its components"
    )]
    TooLong {
        /// The key that is too long.
        kind: KeyKind,
        /// The maximum length in bytes.
        limit: usize,
        /// The actual length in bytes.
        actual: usize,
    },
    /// The key starts with the name of another entity.
    #[error("expected a key of entity {expected}, found one of {found:?}: decode it as a key of that entity")]
    WrongName {
        /// The name of the expected entity.
        expected: &'static str,
        /// The text before the first separator of the key.
        found: String,
    },
    /// The key has more or fewer components than the tuple.
    #[error(
        "expected {expected} key components, found {found}: decode the key as the tuple that it was built from"
    )]
    WrongComponentCount {
        /// The number of components in the tuple.
        expected: usize,
        /// The number of components in the key.
        found: usize,
    },
    /// The key contains a character that [the encoding](crate#the-encoding) escapes, or an incomplete escape.
    #[error(
        "invalid escape at byte {position} of the key: `$` followed by one of `0` to `T` is the only use of characters \
         below `%`; build keys only with this crate"
    )]
    BrokenEscape {
        /// The byte offset in the key.
        position: usize,
    },
    /// A component could not be encoded, or is not an encoding of its type.
    #[error("key component {index} is invalid: {source}")]
    BadComponent {
        /// The index of the component in the tuple, starting at 0. The entity's name does not count.
        index: usize,
        /// The error of the component.
        source: ComponentError,
    },
}

impl KeyError {
    /// Returns the error of the component at `index`, which starts at byte `position` of its key.
    pub(super) fn of_component(index: usize, position: usize, error: ComponentError) -> Self {
        match error {
            ComponentError::BrokenEscape { position: within } => {
                Self::BrokenEscape { position: position + within }
            }
            source => Self::BadComponent { index, source },
        }
    }
}
