//! A record of the stream, and its result.

use favorites::{ChangeRecord, Record, SequenceNumber, UnreadableRecord};

/// Why a record was not applied.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// The record, or a part of it, is missing or is something else.
    #[error(transparent)]
    Unreadable(UnreadableRecord),
    /// It was read and not applied.
    #[error(transparent)]
    NotApplied(#[from] favorites::Error),
    /// The table had not answered when the answer had to be given. The record may be applied or not.
    #[error("the table did not answer before the deadline")]
    NoAnswer,
}

impl RecordError {
    /// True if only time was missing, so that the next delivery does the rest.
    pub(super) fn is_late(&self) -> bool {
        matches!(self, Self::NoAnswer | Self::NotApplied(favorites::Error::OutOfTime))
    }

    /// The reason for the log, without values of the item.
    pub(super) fn without_values(&self) -> String {
        match self {
            Self::NotApplied(error) => error.without_values(),
            other => other.to_string(),
        }
    }
}

/// A record and its result.
#[derive(Debug)]
pub struct RecordOutcome {
    /// Its `SequenceNumber`, by which a response names it. `None` if it has none.
    pub sequence_number: Option<String>,
    /// Its `eventID`, if it has one.
    pub event_id: Option<String>,
    /// The error if the record was not applied.
    pub result: Result<(), RecordError>,
}

/// Splits a record into the outcome that it has once it is applied, and the change to apply. An unreadable record has no change.
pub(super) fn read(record: Result<Record, UnreadableRecord>) -> (RecordOutcome, Option<ChangeRecord>) {
    match record {
        Ok(Record { sequence_number, event_id, created, old_image, new_image, .. }) => {
            let change = ChangeRecord { written: created, old: old_image, new: new_image };
            (outcome(sequence_number.as_ref(), event_id, Ok(())), Some(change))
        }
        Err(error) => {
            let (number, event_id) = (error.sequence_number.clone(), error.event_id.clone());
            (outcome(number.as_ref(), event_id, Err(RecordError::Unreadable(error))), None)
        }
    }
}

fn outcome(
    number: Option<&SequenceNumber>,
    event_id: Option<String>,
    result: Result<(), RecordError>,
) -> RecordOutcome {
    RecordOutcome { sequence_number: number.map(ToString::to_string), event_id, result }
}
