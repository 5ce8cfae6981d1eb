//! One record of the stream: from JSON to a change, and what became of it.

use favorites::{Change, EpochSeconds, StreamItem};
use serde::Deserialize as _;
use serde_json::Value;

/// Why a record was not applied.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// The record, or a part of it, is missing or is something else.
    #[error("{place} must be {expected}; {found} was given")]
    Unreadable {
        /// Where, as a JSON pointer into the record; "the record" for the whole of it.
        place: String,
        /// What should stand there.
        expected: &'static str,
        /// What kind of thing stands there.
        found: &'static str,
    },
    /// It was read and not applied.
    #[error(transparent)]
    NotApplied(#[from] favorites::Error),
    /// The table had not answered when the answer had to be given. The record may be applied or not.
    #[error("the table did not answer before the deadline")]
    NoAnswer,
}

impl RecordError {
    /// Whether only time was missing, so that the next delivery does what is left.
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

/// A record and what became of it.
#[derive(Debug)]
pub struct RecordOutcome {
    /// Its `SequenceNumber`, by which Lambda is told of it. None where it has none that could be told.
    pub sequence_number: Option<String>,
    /// Its `eventID`, if it has one.
    pub event_id: Option<String>,
    /// Whether it was applied.
    pub result: Result<(), RecordError>,
}

/// What of a record is told of it.
pub(super) struct Name {
    pub(super) sequence_number: Option<String>,
    pub(super) event_id: Option<String>,
}

impl Name {
    pub(super) fn of(record: &Value) -> Self {
        Self { sequence_number: text(record.pointer(SEQUENCE_NUMBER)), event_id: text(record.get("eventID")) }
    }

    pub(super) fn with(self, result: Result<(), RecordError>) -> RecordOutcome {
        RecordOutcome { sequence_number: self.sequence_number, event_id: self.event_id, result }
    }
}

const SEQUENCE_NUMBER: &str = "/dynamodb/SequenceNumber";
const WRITTEN: &str = "/dynamodb/ApproximateCreationDateTime";

/// Reads what the consumer needs and nothing else: a record without region, size, name or version of its event is as good.
pub(super) fn read(record: &Value) -> Result<Change, RecordError> {
    for (place, part) in [("the record", Some(record)), ("/dynamodb", record.get("dynamodb"))] {
        if !part.is_some_and(Value::is_object) {
            return Err(unreadable(place, "an object", part));
        }
    }
    Ok(Change {
        written: record.pointer(WRITTEN).and_then(whole_seconds),
        old: item(record, "/dynamodb/OldImage")?,
        new: item(record, "/dynamodb/NewImage")?,
    })
}

fn text(value: Option<&Value>) -> Option<String> {
    value.and_then(Value::as_str).filter(|text| !text.is_empty()).map(str::to_owned)
}

/// Lambda writes the time of a record with a fraction, and the samples of its guide without.
fn whole_seconds(time: &Value) -> Option<EpochSeconds> {
    let text = time.as_number()?.to_string();
    Some(EpochSeconds::new(text.split('.').next()?.parse().ok()?))
}

fn item(record: &Value, place: &str) -> Result<Option<StreamItem>, RecordError> {
    let image = record.pointer(place).filter(|image| !image.is_null());
    let Some(image) = image else { return Ok(None) };
    let Some(attributes) = image.as_object() else {
        return Err(unreadable(place, "an object", Some(image)));
    };
    StreamItem::deserialize(image).map(Some).map_err(|_| {
        let bad = attributes.iter().find(|(name, value)| !is_attribute(name, value));
        let place = bad.map_or_else(|| place.to_owned(), |(name, _)| format!("{place}/{name}"));
        unreadable(&place, "an attribute value of DynamoDB", bad.map(|(_, value)| value))
    })
}

fn is_attribute(name: &str, value: &Value) -> bool {
    let alone = Value::Object([(name.to_owned(), value.clone())].into_iter().collect());
    StreamItem::deserialize(alone).is_ok()
}

/// Only what kind of thing was found is told: the thing itself may be the person's own.
fn unreadable(place: &str, expected: &'static str, found: Option<&Value>) -> RecordError {
    let found = match found {
        None => "nothing",
        Some(Value::Null) => "null",
        Some(Value::Bool(_)) => "true or false",
        Some(Value::Number(_)) => "a number",
        Some(Value::String(_)) => "text",
        Some(Value::Array(_)) => "an array",
        Some(Value::Object(_)) => "an object",
    };
    RecordError::Unreadable { place: place.to_string(), expected, found }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn record() -> Value {
        json!({ "eventID": "7", "dynamodb": { "NewImage": { "type": { "S": "Note" } } } })
    }

    fn reason(change: impl FnOnce(&mut Value)) -> String {
        let mut record = record();
        change(&mut record);
        read(&record).unwrap_err().to_string()
    }

    #[test]
    fn what_is_not_needed_may_be_missing_or_null() {
        let mut bare = record();
        let whole = read(&bare).unwrap();
        assert_eq!((whole.written, whole.old.is_none()), (None, true));
        for pointer in ["/eventID", "/awsRegion", "/eventName", "/eventVersion", "/userIdentity"] {
            bare[&pointer[1..]] = Value::Null;
        }
        for name in ["SizeBytes", "SequenceNumber", "StreamViewType", "Keys", "OldImage"] {
            bare["dynamodb"][name] = Value::Null;
        }
        assert_eq!(read(&bare).unwrap().new, whole.new);
    }

    #[test]
    fn the_time_of_writing_is_in_whole_seconds_or_unknown() {
        for (given, expected) in [
            (json!(1_741_944_413), Some(1_741_944_413)),
            (json!(1_741_944_413.0), Some(1_741_944_413)),
            (json!(1_741_944_413.987), Some(1_741_944_413)),
            (json!(null), None),
            (json!("1741944413"), None),
            (json!(1e300), None),
        ] {
            let mut record = record();
            record["dynamodb"]["ApproximateCreationDateTime"] = given.clone();
            assert_eq!(read(&record).unwrap().written, expected.map(EpochSeconds::new), "{given}");
        }
    }

    #[test]
    fn what_is_wrong_is_told_by_place_and_kind() {
        for record in [json!(null), json!([]), json!("a record")] {
            assert!(read(&record).unwrap_err().to_string().starts_with("the record must be an object; "));
        }
        for (expected, reason) in [
            ("/dynamodb must be an object; nothing was given", reason(|record| *record = json!({}))),
            (
                "/dynamodb/OldImage must be an object; an array was given",
                reason(|record| record["dynamodb"]["OldImage"] = json!([])),
            ),
            (
                "/dynamodb/NewImage/title must be an attribute value of DynamoDB; text was given",
                reason(|record| record["dynamodb"]["NewImage"]["title"] = json!("My secret")),
            ),
            (
                "/dynamodb/NewImage/size must be an attribute value of DynamoDB; an object was given",
                reason(|record| record["dynamodb"]["NewImage"]["size"] = json!({ "N": { "S": "secret" } })),
            ),
        ] {
            assert_eq!(reason, expected);
        }
    }

    #[test]
    fn a_number_that_cannot_be_told_is_none() {
        for number in [json!(null), json!(""), json!(7), json!(["7"])] {
            let mut record = record();
            record["dynamodb"]["SequenceNumber"] = number;
            assert_eq!(Name::of(&record).sequence_number, None, "{record}");
        }
        assert_eq!(Name::of(&json!(null)).event_id, None);
    }
}
