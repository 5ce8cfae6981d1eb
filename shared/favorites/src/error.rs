//! The errors of the use cases.

use single_table::{Entity, TransactionError, WriteError};

use crate::limits;
use crate::model::ids::{DataId, JobId, TagId};

/// A fault of the input.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{pointer}: {message}")]
pub struct Fault {
    /// The place, as a JSON pointer into the input (RFC 6901).
    pub pointer: String,
    /// The reason, with the limit and the given value.
    pub message: String,
}

impl Fault {
    /// A fault at `pointer`.
    pub fn new(pointer: impl Into<String>, message: impl std::fmt::Display) -> Self {
        Self { pointer: pointer.into(), message: message.to_string() }
    }
}

/// The reason why a use case did not happen. Nothing was changed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The input is wrong in one or more places.
    #[error("the input has {} faults", .0.len())]
    Invalid(Vec<Fault>),
    /// The user has no such favorite, or it has expired.
    #[error("there is no favorite {0}")]
    NoFavorite(DataId),
    /// A client chose this id for a new favorite, and the user has deleted a favorite with this id.
    #[error("the favorite {0} is in the trash; restore it from there, or choose another id")]
    InTrash(DataId),
    /// A client chose this id before, and the favorite with this id is gone for good, or has another id.
    #[error(
        "the favorite {0} was deleted for good, has expired, or has another id since its clipTime changed; choose another id"
    )]
    Gone(DataId),
    /// The user's trash has no such favorite, or the favorite was purged.
    #[error("there is no favorite {0} in the trash")]
    NotInTrash(DataId),
    /// The user has no such tag.
    #[error("there is no tag {0}")]
    NoTag(TagId),
    /// The user has no such job, or it was removed after [`limits::JOB_KEEPS`].
    #[error("there is no job {0}")]
    NoJob(JobId),
    /// The job can't be undone.
    #[error("the job {job_id} can't be undone: {reason}")]
    NotUndoable {
        /// The job.
        job_id: JobId,
        /// The reason, and how to change it where that is possible.
        reason: &'static str,
    },
    /// The job can't be cancelled: it erases an account, and what it has erased is gone.
    #[error("the job {0} can't be cancelled: it erases the account, and a part of it is gone already")]
    NotCancellable(JobId),
    /// The user would have more jobs than the limit.
    #[error(
        "a user has at most {} jobs that wait or run, and has them; cancel one, or wait until one has ended",
        limits::JOBS_AT_ONCE
    )]
    TooManyJobs,
    /// The account is being erased.
    #[error("the account is being erased; it takes changes again when the job {0} has ended")]
    AccountErased(JobId),
    /// The caller's copy is not the current one.
    #[error("the current version is {current}, not {expected}")]
    VersionMismatch {
        /// The version that the caller has.
        expected: u64,
        /// The version that the table has.
        current: u64,
    },
    /// The user has a tag of that name, in upper or lower case.
    #[error("the tag {tag_id} has this name already")]
    TagNameTaken {
        /// The tag that has the name.
        tag_id: TagId,
    },
    /// Another favorite of the user keeps this link.
    #[error("the favorite {data_id} keeps this link already")]
    LinkTaken {
        /// The favorite that keeps it.
        data_id: DataId,
    },
    /// The favorite would have more tags than the limit.
    #[error("a favorite has at most {} tags; {given} were asked for", limits::TAGS_PER_FAVORITE)]
    TooManyTagsOnFavorite {
        /// The number that the favorite would have had.
        given: usize,
    },
    /// The user would have more tags than the limit.
    #[error("a person has at most {} tags, and has them", limits::TAGS_PER_PERSON)]
    TooManyTags,
    /// The favorite is too large to store.
    #[error("a favorite has at most {} bytes; this one has {given}", limits::FAVORITE_BYTES)]
    TooLarge {
        /// The bytes it would have.
        given: usize,
    },
    /// The table has no room for more of the user's items. DynamoDB stores at most 10 GB of one kind of them,
    /// and the local service as much as its disk has. The message says which it is.
    #[error("the table has no room for more of the user's items: {message}")]
    StorageFull {
        /// The message of DynamoDB or of the local service.
        message: String,
        /// The error.
        source: single_table::Error,
    },
    /// The key was used for another request within the last day.
    #[error("this idempotency key was used for a different request")]
    IdempotencyKeyReused,
    /// The position does not belong to this list.
    #[error("the position does not belong to this list")]
    Position,
    /// The changes since a cursor of the change feed are not known any more.
    #[error(
        "the changes since this cursor are not known any more, because {0}; begin again without a cursor"
    )]
    CursorExpired(&'static str),
    /// The use case did not get through to the table. It can later.
    #[error("the table is busy: {0}")]
    Busy(#[source] Busy),
    /// A stored result can't be written or read as JSON.
    #[error("a stored result is not readable: {0}")]
    Json(String),
    /// An item of the catalogue can't be read or made. Reconciliation replaces it.
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
    /// The file of an import was not uploaded yet.
    #[error("the file of the import {0} is not there; upload it first")]
    NotUploaded(JobId),
    /// The job is not an import.
    #[error("the job {0} is not an import")]
    NotAnImport(JobId),
    /// A file of an import or an export can't be read or written.
    #[error("the file of an import or export can't be used: {source}")]
    Files {
        /// True if it can be used later.
        is_temporary: bool,
        /// The cause. It is boxed, because a program without files would otherwise contain the texts of all causes.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
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
    /// The table did not answer the first read of a search within this time.
    #[error("the table did not answer within {0:?}")]
    Slow(std::time::Duration),
    /// The table is throttled, or does not answer.
    #[error(transparent)]
    Table(single_table::Error),
}

impl Error {
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

    /// Returns true if a write happened, and false if its condition did not hold, because somebody else changed the item meanwhile.
    pub(crate) fn unless_changed<T, E: Entity>(changed: Result<T, WriteError<E>>) -> Result<bool, Self> {
        match changed {
            Ok(_) => Ok(true),
            Err(WriteError::ConditionFailed { .. } | WriteError::Taken(_)) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }
}

/// Tells an error that passes by itself, one that the user can end, and all others apart.
impl From<single_table::Error> for Error {
    fn from(error: single_table::Error) -> Self {
        match error {
            error if error.is_transient() => Self::Busy(Busy::Table(error)),
            single_table::Error::ItemCollectionFull { ref message, .. } => {
                let message = message.clone();
                Self::StorageFull { message, source: error }
            }
            error => Self::Table(error),
        }
    }
}

/// Another writer got in the way, unless the caller looked at the conditions itself.
impl<E: Entity> From<WriteError<E>> for Error {
    fn from(error: WriteError<E>) -> Self {
        match error {
            WriteError::Failed(error) => error.into(),
            _ => Self::Busy(Busy::Contended),
        }
    }
}

/// Another writer got in the way, unless the caller looked at the conditions itself.
impl From<TransactionError> for Error {
    fn from(error: TransactionError) -> Self {
        error.into_cancelled().map_or_else(Self::from, |_| Self::Busy(Busy::Contended))
    }
}

/// Others got in the way every time.
pub(crate) fn busy() -> Error {
    Error::Busy(Busy::Contended)
}
