//! What can go wrong in a use case.

use single_table::{Entity, TransactionError, WriteError};

use crate::catalogue::PackError;
use crate::ids::{DataId, TagId};
use crate::limits;

/// One thing that is wrong with the input.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{pointer}: {message}")]
pub struct Fault {
    /// Where, as a JSON pointer into the input (RFC 6901).
    pub pointer: String,
    /// What is wrong, the limit, and what was given.
    pub message: String,
}

impl Fault {
    /// A fault at `pointer`.
    pub fn new(pointer: impl Into<String>, message: impl std::fmt::Display) -> Self {
        Self { pointer: pointer.into(), message: message.to_string() }
    }
}

/// Why a use case did not happen. Nothing was changed then.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The input is wrong in one or more places.
    #[error("the input has {} faults", .0.len())]
    Invalid(Vec<Fault>),
    /// The person has no such favorite, or it has expired.
    #[error("there is no favorite {0}")]
    NoFavorite(DataId),
    /// The person's trash holds no such favorite, or it has been emptied.
    #[error("there is no favorite {0} in the trash")]
    NotInTrash(DataId),
    /// The person has no such tag.
    #[error("there is no tag {0}")]
    NoTag(TagId),
    /// The caller's copy is not the current one.
    #[error("the current version is {current}, not {expected}")]
    VersionMismatch {
        /// The version the caller has.
        expected: u64,
        /// The version the table has.
        current: u64,
    },
    /// The person has a tag of that name, whatever its case.
    #[error("the tag {tag_id} has this name already")]
    TagNameTaken {
        /// The tag that has the name.
        tag_id: TagId,
    },
    /// Another favorite of the person keeps this link.
    #[error("the favorite {data_id} keeps this link already")]
    LinkTaken {
        /// The favorite that keeps it.
        data_id: DataId,
    },
    /// One favorite can't have so many tags.
    #[error("a favorite has at most {} tags; {given} were asked for", limits::TAGS_PER_FAVORITE)]
    TooManyTagsOnFavorite {
        /// How many it would have had.
        given: usize,
    },
    /// One person can't have so many tags.
    #[error("a person has at most {} tags, and has them", limits::TAGS_PER_PERSON)]
    TooManyTags,
    /// The favorite is too large to store.
    #[error("a favorite has at most {} bytes; this one has {given}", limits::FAVORITE_BYTES)]
    TooLarge {
        /// The bytes it would have.
        given: usize,
    },
    /// DynamoDB has no room for more of the user's items. Deleting some makes room.
    #[error("the library is full: DynamoDB stores at most 10 GB of one kind of a user's items")]
    StorageFull(#[source] single_table::Error),
    /// The key was used for another request within the last day.
    #[error("this idempotency key was used for a different request")]
    IdempotencyKeyReused,
    /// The position does not belong to this list.
    #[error("the position does not belong to this list")]
    Position,
    /// The use case did not get through to the table. It can later.
    #[error("the table is busy: {0}")]
    Busy(#[source] Busy),
    /// A stored result can't be written or read as JSON.
    #[error("a stored result is not readable: {0}")]
    Json(String),
    /// An item of the catalogue can't be read or made. Reconciliation makes it anew.
    #[error("the catalogue is not readable: {reason}")]
    Catalogue {
        /// Why not.
        reason: String,
    },
    /// A record of the stream could not be counted.
    #[error("a record of the stream was not counted: {reason}")]
    Uncounted {
        /// Why not.
        reason: String,
    },
    /// The time ended before a record of the stream was applied. It is to be delivered again.
    #[error("there was no time left to apply it")]
    OutOfTime,
    /// The table can't be read or written.
    #[error(transparent)]
    Table(single_table::Error),
}

/// The reason why a use case did not get through to the table.
#[derive(Debug, thiserror::Error)]
pub enum Busy {
    /// Other writers changed the same items between reading and writing them, at every try.
    #[error("other writers changed the same items at every try")]
    Contended,
    /// The table is throttled, or does not answer.
    #[error(transparent)]
    Table(single_table::Error),
}

impl Error {
    /// The table's error: one that passes by itself, one that the user can end, or another.
    pub(crate) fn of(error: single_table::Error) -> Self {
        match error {
            error if error.is_transient() => Self::Busy(Busy::Table(error)),
            error @ single_table::Error::ItemCollectionFull { .. } => Self::StorageFull(error),
            error => Self::Table(error),
        }
    }

    /// Returns the error's text for a log. The text that serde gives for an item is left out: it repeats values of the item, which are the
    /// user's own.
    #[must_use]
    pub fn without_values(&self) -> String {
        match self {
            Self::Table(single_table::Error::Decode { entity, .. }) => {
                format!("an item is not a whole {entity}")
            }
            Self::Json(_) => "a stored result is not readable".to_owned(),
            other => other.to_string(),
        }
    }

    /// The catalogue's error.
    pub(crate) fn catalogue(error: impl std::fmt::Display) -> Self {
        Self::Catalogue { reason: error.to_string() }
    }

    /// Whether a change of an item of the catalogue was made. It was not when somebody else changed the item meanwhile.
    pub(crate) fn unless_changed<T, E: Entity>(changed: Result<T, WriteError<E>>) -> Result<bool, Self> {
        match changed {
            Ok(_) => Ok(true),
            Err(WriteError::ConditionFailed { .. } | WriteError::Taken(_)) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }
}

impl From<single_table::Error> for Error {
    fn from(error: single_table::Error) -> Self {
        Self::of(error)
    }
}

/// Another writer got in the way, unless the caller looked at the conditions itself.
impl<E: Entity> From<WriteError<E>> for Error {
    fn from(error: WriteError<E>) -> Self {
        match error {
            WriteError::Failed(error) => Self::of(error),
            _ => Self::Busy(Busy::Contended),
        }
    }
}

/// Another writer got in the way, unless the caller looked at the conditions itself.
impl From<TransactionError> for Error {
    fn from(error: TransactionError) -> Self {
        error.into_cancelled().map_or_else(Self::of, |_| Self::Busy(Busy::Contended))
    }
}

impl From<PackError> for Error {
    fn from(error: PackError) -> Self {
        Self::catalogue(error)
    }
}
