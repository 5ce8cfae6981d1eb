//! A record of the stream, as Lambda's event shows it.

use favorites_api::favorites::Timestamp;
use serde_json::{Value, json};

/// Who wrote.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Writer {
    /// The service or its consumer.
    Anybody,
    /// DynamoDB, because the item expired.
    TimeToLive,
}

/// A record. It has its sequence number from when it takes its place in a shard.
#[derive(Debug, Clone)]
pub(crate) struct Record {
    /// When the item was written.
    pub(crate) written: Timestamp,
    event: Value,
}

impl Record {
    /// The `number`-th record of the table: the item was `old` and is `new`.
    pub(crate) fn new(
        number: u64,
        written: Timestamp,
        writer: Writer,
        key: &Value,
        old: Option<Value>,
        new: Option<Value>,
    ) -> Self {
        let name = match (&old, &new) {
            (None, _) => "INSERT",
            (Some(_), Some(_)) => "MODIFY",
            (Some(_), None) => "REMOVE",
        };
        let size = [&old, &new].into_iter().flatten().map(|image| image.to_string().len()).sum::<usize>();
        let mut event = json!({
            "eventID": format!("{number:032x}"),
            "eventName": name,
            "eventVersion": "1.1",
            "eventSource": "aws:dynamodb",
            "awsRegion": "us-east-1",
            "eventSourceARN": "arn:aws:dynamodb:us-east-1:123456789012:table/favorites/stream/2026-11-21T00:00:00.000",
            "dynamodb": {
                "ApproximateCreationDateTime": seconds(number, written),
                "Keys": key,
                "SizeBytes": size,
                "StreamViewType": "NEW_AND_OLD_IMAGES",
            },
        });
        for (image, item) in [("OldImage", old), ("NewImage", new)] {
            if let Some(item) = item {
                event["dynamodb"][image] = item;
            }
        }
        if writer == Writer::TimeToLive {
            event["userIdentity"] = json!({ "type": "Service", "principalId": "dynamodb.amazonaws.com" });
        }
        Self { written, event }
    }

    /// The record as it stands in `Records` of an event.
    pub(crate) fn event(&self) -> &Value {
        &self.event
    }

    /// The partition key of its item, which decides its shard.
    pub(crate) fn partition(&self) -> &str {
        self.event["dynamodb"]["Keys"]["pk"]["S"].as_str().unwrap_or_default()
    }

    /// Whether both are of one item, so that their order is kept.
    pub(crate) fn is_of_the_item_of(&self, other: &Self) -> bool {
        self.event["dynamodb"]["Keys"] == other.event["dynamodb"]["Keys"]
    }

    /// Gives it its place in the stream.
    pub(crate) fn set_sequence_number(&mut self, number: String) {
        self.event["dynamodb"]["SequenceNumber"] = number.into();
    }

    /// Its place in the stream, where it has one.
    pub(crate) fn sequence_number(&self) -> Option<&str> {
        self.event["dynamodb"]["SequenceNumber"].as_str()
    }

    /// The record as a consumer gets it that can't read it: what was an image is something else.
    pub(crate) fn unreadable(&self) -> Value {
        let mut event = self.event.clone();
        for image in ["OldImage", "NewImage"] {
            if let Some(image) = event["dynamodb"].get_mut(image) {
                *image = json!("unreadable");
            }
        }
        event
    }
}

/// The time of the `number`-th record: to the second, and as Lambda writes it now with a fraction and now without.
fn seconds(number: u64, time: Timestamp) -> Value {
    let seconds = time.as_unix_millis() / 1_000;
    if number.is_multiple_of(2) {
        json!(seconds)
    } else {
        serde_json::from_str(&format!("{seconds}.0")).expect("a number")
    }
}
