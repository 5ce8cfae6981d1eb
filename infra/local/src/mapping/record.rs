//! A record of the stream in the form of Lambda's event.

use std::collections::HashMap;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use aws_sdk_dynamodbstreams::types::{
    AttributeValue, OperationType, Record, StreamRecord as SdkStreamRecord, StreamViewType,
};
use serde_json::{Map, Value, json};

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

impl StreamRecord {
    /// Converts a record. Returns `None` if the record does not pass `filter`, or if it has no sequence number, which does not happen in a
    /// stream.
    pub(super) fn passing(filter: &Filter, record: Record, stream_arn: &str) -> Option<Self> {
        let mut change = record.dynamodb?;
        let sequence_number = change.sequence_number.clone()?;
        let seconds = change.approximate_creation_date_time.map_or(0, |time| time.secs());
        let images = [("NewImage", change.new_image.take()), ("OldImage", change.old_image.take())];
        let mut event = json!({
            "eventID": record.event_id,
            "eventName": record.event_name.as_ref().map(OperationType::as_str),
            "eventVersion": record.event_version,
            "eventSource": record.event_source,
            "awsRegion": record.aws_region,
            "dynamodb": change_to_json(change, seconds),
            "eventSourceARN": stream_arn,
        });
        if let Some(identity) = record.user_identity {
            event["userIdentity"] = json!({"type": identity.r#type, "principalId": identity.principal_id});
        }
        // The images are most of a record, and most records don't pass. So the images are converted only if they are needed.
        if !filter.reads_images() && !filter.passes(&event) {
            return None;
        }
        for (name, image) in images {
            if let Some(image) = image {
                event["dynamodb"][name] = item_to_json(image);
            }
        }
        let created = UNIX_EPOCH + Duration::from_secs(u64::try_from(seconds).unwrap_or(0));
        filter.passes(&event).then_some(Self { sequence_number, created, event })
    }

    /// Returns the size of the record in an event, in bytes.
    pub(super) fn size(&self) -> usize {
        self.event.to_string().len()
    }
}

/// Converts a change without its images.
fn change_to_json(change: SdkStreamRecord, seconds: i64) -> Value {
    let mut json = Map::new();
    json.insert("ApproximateCreationDateTime".to_owned(), seconds.into());
    if let Some(keys) = change.keys {
        json.insert("Keys".to_owned(), item_to_json(keys));
    }
    json.insert("SequenceNumber".to_owned(), json!(change.sequence_number));
    json.insert("SizeBytes".to_owned(), json!(change.size_bytes));
    json.insert(
        "StreamViewType".to_owned(),
        json!(change.stream_view_type.as_ref().map(StreamViewType::as_str)),
    );
    Value::Object(json)
}

fn item_to_json(item: HashMap<String, AttributeValue>) -> Value {
    serde_json::to_value(serde_dynamo::Item::from(item)).expect("an item is a map of text to plain data")
}

#[cfg(test)]
mod tests {
    use aws_sdk_dynamodbstreams::primitives::{Blob, DateTime};
    use aws_sdk_dynamodbstreams::types::Identity;

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
        StreamRecord::passing(&Filter::default(), record, ARN)
    }

    #[test]
    fn only_records_that_pass_the_filter_are_converted() {
        let record = |pattern: &str| {
            let mut filter = Filter::default();
            filter.add(pattern).unwrap();
            StreamRecord::passing(&filter, sample(), ARN)
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
    fn a_record_without_a_sequence_number_is_none() {
        let mut record = sample();
        record.dynamodb.as_mut().unwrap().sequence_number = None;
        assert_eq!(unfiltered(record), None);
    }
}
