//! Records in the JSON that Lambda delivers.

use serde::{Deserialize, Deserializer};
use serde_json::Value;

use super::{Record, UnreadableRecord, UserIdentity};
use crate::item::StreamItem;
use crate::time::EpochSeconds;

impl<'de> Deserialize<'de> for Record {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        record(&Value::deserialize(deserializer)?).map_err(serde::de::Error::custom)
    }
}

/// Reads one record. Only the keys and the images have to be well-formed, because the library decodes nothing else.
pub(super) fn record(record: &Value) -> Result<Record, UnreadableRecord> {
    let sequence_number = parsed(record.pointer("/dynamodb/SequenceNumber"));
    let event_id = text(record.get("eventID")).map(str::to_owned);
    match images(record) {
        Ok([keys, old_image, new_image]) => Ok(Record {
            event_id,
            sequence_number,
            event_name: parsed(record.get("eventName")),
            created: record.pointer("/dynamodb/ApproximateCreationDateTime").and_then(whole_seconds),
            keys: keys.unwrap_or_default(),
            old_image,
            new_image,
            user_identity: record.get("userIdentity").and_then(user_identity),
        }),
        Err(Misplaced { place, expected, found }) => {
            Err(UnreadableRecord { sequence_number, event_id, place, expected, found })
        }
    }
}

/// A value that does not fit its place.
struct Misplaced {
    place: String,
    expected: &'static str,
    found: &'static str,
}

fn images(record: &Value) -> Result<[Option<StreamItem>; 3], Misplaced> {
    for (place, part) in [("the record", Some(record)), ("/dynamodb", record.get("dynamodb"))] {
        if !part.is_some_and(Value::is_object) {
            return Err(misplaced(place, "an object", part));
        }
    }
    let image = |place| image(record, place);
    Ok([image("/dynamodb/Keys")?, image("/dynamodb/OldImage")?, image("/dynamodb/NewImage")?])
}

fn image(record: &Value, place: &str) -> Result<Option<StreamItem>, Misplaced> {
    let Some(image) = record.pointer(place).filter(|image| !image.is_null()) else { return Ok(None) };
    let Some(attributes) = image.as_object() else {
        return Err(misplaced(place, "an object", Some(image)));
    };
    StreamItem::deserialize(image).map(Some).map_err(|_| {
        let bad = attributes.iter().find(|(name, value)| !is_attribute(name, value));
        let place = bad.map_or_else(|| place.to_owned(), |(name, _)| format!("{place}/{name}"));
        misplaced(&place, "an attribute value of DynamoDB", bad.map(|(_, value)| value))
    })
}

fn is_attribute(name: &str, value: &Value) -> bool {
    let alone = Value::Object([(name.to_owned(), value.clone())].into_iter().collect());
    StreamItem::deserialize(alone).is_ok()
}

fn misplaced(place: &str, expected: &'static str, found: Option<&Value>) -> Misplaced {
    let found = match found {
        None => "nothing",
        Some(Value::Null) => "null",
        Some(Value::Bool(_)) => "true or false",
        Some(Value::Number(_)) => "a number",
        Some(Value::String(_)) => "text",
        Some(Value::Array(_)) => "an array",
        Some(Value::Object(_)) => "an object",
    };
    Misplaced { place: place.to_owned(), expected, found }
}

fn text(value: Option<&Value>) -> Option<&str> {
    value.and_then(Value::as_str).filter(|text| !text.is_empty())
}

fn parsed<T: std::str::FromStr>(value: Option<&Value>) -> Option<T> {
    text(value)?.parse().ok()
}

/// Reads a time in seconds. Lambda writes it with a fraction, and the samples of its developer guide have none.
fn whole_seconds(time: &Value) -> Option<EpochSeconds> {
    let text = time.as_number()?.to_string();
    Some(EpochSeconds::new(text.split('.').next()?.parse().ok()?))
}

fn user_identity(identity: &Value) -> Option<UserIdentity> {
    let part = |name| text(identity.get(name)).map(str::to_owned);
    Some(UserIdentity { identity_type: part("type")?, principal_id: part("principalId")? })
}
