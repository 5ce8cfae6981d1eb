//! Errors of a whole key.

use std::fmt;

use thiserror::Error;

use crate::ComponentError;

/// Which of an item's two keys an error is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KeyKind {
    /// The partition key, at most [`MAX_PARTITION_KEY_BYTES`](crate::MAX_PARTITION_KEY_BYTES).
    Partition,
    /// The sort key, at most [`MAX_SORT_KEY_BYTES`](crate::MAX_SORT_KEY_BYTES).
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

/// A key that could not be built, or a text that is not a key of the kind asked for.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum KeyError {
    /// DynamoDB refuses an empty key attribute.
    #[error("the {kind} is empty: DynamoDB needs at least one byte, give a component that is not empty")]
    Empty {
        /// Which key.
        kind: KeyKind,
    },
    /// The key, in UTF-8 and with its escapes, is longer than DynamoDB allows.
    #[error("the {kind} has {actual} bytes but may have {limit}: shorten one of its components")]
    TooLong {
        /// Which key.
        kind: KeyKind,
        /// The most bytes it may have.
        limit: usize,
        /// The bytes it has.
        actual: usize,
    },
    /// The partition key belongs to another entity.
    #[error("expected a partition key of {expected} but found one of {found:?}: read it as that entity")]
    WrongName {
        /// The entity asked for.
        expected: &'static str,
        /// The name in front of the key's first separator.
        found: String,
    },
    /// The key has more or fewer components than the tuple.
    #[error("expected {expected} key components but found {found}: decode it as the tuple that wrote it")]
    WrongComponentCount {
        /// Components of the tuple asked for.
        expected: usize,
        /// Components of the key.
        found: usize,
    },
    /// A character stands where [the encoding](crate#the-encoding) never writes it.
    #[error(
        "broken escape at byte {position} of the key: below `%` only `$` may stand, followed by one of `0` to `T`; \
         build keys with this crate only"
    )]
    BrokenEscape {
        /// Byte offset in the key.
        position: usize,
    },
    /// One component does not fit its type.
    #[error("key component {index} is bad: {source}")]
    BadComponent {
        /// Its place in the tuple, from 0 and not counting the entity name.
        index: usize,
        /// What is wrong with it.
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
