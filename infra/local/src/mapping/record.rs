//! A record of the stream in the form of Lambda's event.

use std::collections::HashMap;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use aws_sdk_dynamodbstreams::types::{
    AttributeValue, OperationType, Record, StreamRecord as SdkStreamRecord, StreamViewType,
};
use dynoxide::actions::get_records::Record as EngineRecord;
use serde_json::{Value, json};

use super::filter::Filter;

/// A record of the stream.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct StreamRecord {
    pub(super) sequence_number: String,
    /// The time of the change, in whole seconds.
    pub(super) created: SystemTime,
    /// The record as an entry of `Records` in the event.
    pub(super) event: Value,
}

/// A record that was read and not filtered yet.
pub(super) struct RawRecord {
    /// Every record of a stream has a sequence number, but the SDK's type allows `None`.
    pub(super) sequence_number: Option<String>,
    /// The time of the change, in seconds.
    seconds: i64,
    /// The record as an entry of `Records` in the event, without the images of the item.
    event: Value,
    old: Option<Image>,
    new: Option<Image>,
}

/// An item before or after a change. The two images make up most of a record, and most records don't pass the
/// filter. So an image is converted only if the filter or the function needs it.
enum Image {
    Sdk(HashMap<String, AttributeValue>),
    Engine(dynoxide::Item),
}

impl Image {
    fn into_json(self) -> Value {
        let json = match self {
            Self::Sdk(item) => return item_to_json(item),
            Self::Engine(item) => serde_json::to_value(item),
        };
        json.expect("an item is a map of text to plain data")
    }
}

impl From<Record> for RawRecord {
    fn from(record: Record) -> Self {
        let mut change = record.dynamodb.unwrap_or_else(|| SdkStreamRecord::builder().build());
        let seconds = change.approximate_creation_date_time.map_or(0, |time| time.secs());
        let (old, new) = (change.old_image.take(), change.new_image.take());
        let sequence_number = change.sequence_number.clone();
        let mut event = json!({
            "eventID": record.event_id,
            "eventName": record.event_name.as_ref().map(OperationType::as_str),
            "eventVersion": record.event_version,
            "eventSource": record.event_source,
            "awsRegion": record.aws_region,
            "dynamodb": {
                "ApproximateCreationDateTime": seconds,
                "SequenceNumber": sequence_number,
                "SizeBytes": change.size_bytes,
                "StreamViewType": change.stream_view_type.as_ref().map(StreamViewType::as_str),
            },
        });
        if let Some(keys) = change.keys {
            event["dynamodb"]["Keys"] = item_to_json(keys);
        }
        if let Some(identity) = record.user_identity {
            event["userIdentity"] = json!({"type": identity.r#type, "principalId": identity.principal_id});
        }
        Self { sequence_number, seconds, event, old: old.map(Image::Sdk), new: new.map(Image::Sdk) }
    }
}

/// The engine's records have the form of Lambda's events, except that their time is a floating-point number.
impl From<EngineRecord> for RawRecord {
    fn from(mut record: EngineRecord) -> Self {
        let change = &mut record.dynamodb;
        let (old, new) = (change.old_image.take(), change.new_image.take());
        let sequence_number = Some(change.sequence_number.clone());
        #[expect(
            clippy::cast_possible_truncation,
            reason = "the engine's times are whole seconds since 1970"
        )]
        let seconds = change.approximate_creation_date_time as i64;
        let mut event = serde_json::to_value(&record).expect("a record is a map of text to plain data");
        event["dynamodb"]["ApproximateCreationDateTime"] = seconds.into();
        Self { sequence_number, seconds, event, old: old.map(Image::Engine), new: new.map(Image::Engine) }
    }
}

impl StreamRecord {
    /// Converts a record. Returns `None` if the record does not pass `filter` or has no sequence number.
    pub(super) fn passing(filter: &Filter, record: RawRecord, stream_arn: &str) -> Option<Self> {
        let RawRecord { sequence_number, seconds, mut event, old, new } = record;
        let sequence_number = sequence_number?;
        event["eventSourceARN"] = stream_arn.into();
        if !filter.reads_images() && !filter.passes(&event) {
            return None;
        }
        for (name, image) in [("NewImage", new), ("OldImage", old)] {
            if let Some(image) = image {
                event["dynamodb"][name] = image.into_json();
            }
        }
        let created = UNIX_EPOCH + Duration::from_secs(u64::try_from(seconds).unwrap_or(0));
        filter.passes(&event).then_some(Self { sequence_number, created, event })
    }

    /// Returns the value of the key attribute `name`, as text.
    pub(super) fn key(&self, name: &str) -> String {
        self.event["dynamodb"]["Keys"][name].to_string()
    }

    /// Returns the size of the record in an event, in bytes.
    pub(super) fn size(&self) -> usize {
        self.event.to_string().len()
    }
}

fn item_to_json(item: HashMap<String, AttributeValue>) -> Value {
    serde_json::to_value(serde_dynamo::Item::from(item)).expect("an item is a map of text to plain data")
}

#[cfg(test)]
mod tests {
    use aws_sdk_dynamodbstreams::primitives::{Blob, DateTime};
    use aws_sdk_dynamodbstreams::types::Identity;
    use dynoxide::actions::get_records::StreamRecord as EngineStreamRecord;

    use super::*;

    const ARN: &str =
        "arn:aws:dynamodb:us-east-1:123456789012:table/favorites/stream/2026-11-21T00:00:00.000";

    fn sample() -> Record {
        let change = SdkStreamRecord::builder()
            .approximate_creation_date_time(DateTime::from_secs(1_479_499_740))
            .keys("pk", AttributeValue::S("FavoriteData#me".to_owned()))
            .new_image("pk", AttributeValue::S("FavoriteData#me".to_owned()))
            .new_image("size", AttributeValue::N("12".to_owned()))
            .new_image("hash", AttributeValue::B(Blob::new(b"hi")))
            .new_image("tags", AttributeValue::Ss(vec!["a".to_owned()]))
            .sequence_number("111")
            .size_bytes(26)
            .stream_view_type(StreamViewType::NewAndOldImages)
            .build();
        Record::builder()
            .event_id("c4ca4238a0b923820dcc509a6f75849b")
            .event_name(OperationType::Insert)
            .event_version("1.1")
            .event_source("aws:dynamodb")
            .aws_region("us-east-1")
            .dynamodb(change)
            .build()
    }

    fn unfiltered(record: Record) -> Option<StreamRecord> {
        StreamRecord::passing(&Filter::default(), record.into(), ARN)
    }

    #[test]
    fn only_records_that_pass_the_filter_are_converted() {
        let record = |pattern: &str| {
            let mut filter = Filter::default();
            filter.add(pattern).unwrap();
            StreamRecord::passing(&filter, sample().into(), ARN)
        };
        let whole = unfiltered(sample());
        assert!(whole.is_some());
        assert_eq!(record(r#"{"dynamodb": {"Keys": {"pk": {"S": [{"prefix": "FavoriteData#"}]}}}}"#), whole);
        assert_eq!(record(r#"{"dynamodb": {"Keys": {"pk": {"S": [{"prefix": "Tag#"}]}}}}"#), None);
        assert_eq!(record(r#"{"dynamodb": {"NewImage": {"size": {"N": ["12"]}}}}"#), whole);
        assert_eq!(record(r#"{"dynamodb": {"NewImage": {"size": {"N": ["13"]}}}}"#), None);
        assert_eq!(record(r#"{"dynamodb": {"OldImage": {"size": {"N": ["12"]}}}}"#), None);
    }

    /// Expects the form of the sample event on the page "Using AWS Lambda with Amazon DynamoDB".
    #[test]
    fn the_event_has_the_documented_shape() {
        let record = unfiltered(sample()).unwrap();
        let expected = json!({
            "eventID": "c4ca4238a0b923820dcc509a6f75849b",
            "eventName": "INSERT",
            "eventVersion": "1.1",
            "eventSource": "aws:dynamodb",
            "awsRegion": "us-east-1",
            "dynamodb": {
                "ApproximateCreationDateTime": 1_479_499_740,
                "Keys": {"pk": {"S": "FavoriteData#me"}},
                "NewImage": {
                    "pk": {"S": "FavoriteData#me"},
                    "size": {"N": "12"},
                    "hash": {"B": "aGk="},
                    "tags": {"SS": ["a"]},
                },
                "SequenceNumber": "111",
                "SizeBytes": 26,
                "StreamViewType": "NEW_AND_OLD_IMAGES",
            },
            "eventSourceARN": ARN,
        });
        assert_eq!(record.event, expected);
        assert_eq!(record.sequence_number, "111");
    }

    #[test]
    fn a_deletion_by_ttl_says_who_did_it() {
        let mut record = sample();
        record.user_identity =
            Some(Identity::builder().r#type("Service").principal_id("dynamodb.amazonaws.com").build());
        let event = unfiltered(record).unwrap().event;
        assert_eq!(
            event["userIdentity"],
            json!({"type": "Service", "principalId": "dynamodb.amazonaws.com"})
        );
    }

    #[test]
    fn a_record_of_the_engine_has_the_same_shape() {
        let item = |json: Value| -> dynoxide::Item { serde_json::from_value(json).unwrap() };
        let change = EngineStreamRecord {
            keys: item(json!({"pk": {"S": "FavoriteData#me"}})),
            new_image: Some(item(json!({
                "pk": {"S": "FavoriteData#me"},
                "size": {"N": "12"},
                "hash": {"B": "aGk="},
                "tags": {"SS": ["a"]},
            }))),
            sequence_number: "111".to_owned(),
            size_bytes: 26,
            stream_view_type: "NEW_AND_OLD_IMAGES".to_owned(),
            approximate_creation_date_time: 1_479_499_740.0,
            ..EngineStreamRecord::default()
        };
        let record = EngineRecord {
            event_id: "c4ca4238a0b923820dcc509a6f75849b".to_owned(),
            event_name: "INSERT".to_owned(),
            event_version: "1.1".to_owned(),
            event_source: "aws:dynamodb".to_owned(),
            aws_region: "us-east-1".to_owned(),
            dynamodb: change,
            user_identity: None,
        };
        let converted = StreamRecord::passing(&Filter::default(), record.into(), ARN);
        assert_eq!(converted, unfiltered(sample()));
    }

    #[test]
    fn a_record_without_a_sequence_number_is_none() {
        let mut record = sample();
        record.dynamodb.as_mut().unwrap().sequence_number = None;
        assert_eq!(unfiltered(record), None);
    }
}
