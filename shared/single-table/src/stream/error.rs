//! Errors of single records. None of them concerns the other records of a batch.

use std::fmt;

use super::{EventName, SequenceNumber};
use crate::error::Error;

/// The error of a record that does not have the JSON form that Lambda documents.
///
/// The message names the place and the kind of value in it, but not the value itself, which may be personal data.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{place} must be {expected}; {found} was given")]
#[non_exhaustive]
pub struct UnreadableRecord {
    /// The record's `SequenceNumber`, if that can be read.
    pub sequence_number: Option<SequenceNumber>,
    /// The record's `eventID`, if that can be read.
    pub event_id: Option<String>,
    /// The place, as a JSON pointer into the record, or `the record`.
    pub place: String,
    /// The kind of value that belongs in this place.
    pub expected: &'static str,
    /// The kind of value that was found.
    pub found: &'static str,
}

/// The error of a record whose change can't be decoded.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// The record does not say what happened to its item.
    #[error("the record of the item with {key} has no event name: give INSERT, MODIFY or REMOVE")]
    NoEventName {
        /// The item's primary key.
        key: String,
    },
    /// The record lacks an image that the table's stream shows.
    #[error(
        "the {event} record of the item with {key} has no {image}: declare the deployed stream's view in `table!`"
    )]
    NoImage {
        /// The name of the event.
        event: EventName,
        /// The missing image.
        image: ImageKind,
        /// The item's primary key.
        key: String,
    },
    /// An image is of an entity that the enum has no variant for, or is not a whole item of its entity.
    #[error("the {image} of the {entity} with {key} can't be decoded")]
    Undecodable {
        /// The image.
        image: ImageKind,
        /// The value of the image's `type` attribute.
        entity: String,
        /// The item's primary key.
        key: String,
        /// The reason.
        source: Error,
    },
}

/// The kind of an image in a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ImageKind {
    /// The item before the change.
    Old,
    /// The item after the change.
    New,
}

impl fmt::Display for ImageKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Old => "old image",
            Self::New => "new image",
        })
    }
}
