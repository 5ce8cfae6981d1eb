//! A record of the stream, as in Lambda's event.

use favorites_api::favorites::Timestamp;
use serde_json::{Value, json};

/// The writer of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Writer {
    /// The service or its consumer.
    Anybody,
    /// DynamoDB, because the item expired.
    TimeToLive,
}

/// A record. It has a sequence number as soon as it has a place in a shard.
#[derive(Debug, Clone)]
pub(crate) struct Record {
    /// The time of the write.
    pub(crate) written: Timestamp,
    event: Value,
}

impl Record {
    /// Makes the `number`-th record of the table: the item was `old` and is `new`.
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

    /// Returns the record as in `Records` of an event.
    pub(crate) fn event(&self) -> &Value {
        &self.event
    }

    /// Returns the partition key of the item, which determines the shard.
    pub(crate) fn partition(&self) -> &str {
        self.event["dynamodb"]["Keys"]["pk"]["S"].as_str().unwrap_or_default()
    }

    /// Returns an attribute of the item that is a text, or an empty text.
    pub(crate) fn attribute(&self, name: &str) -> &str {
        let of_image = |image: &str| self.event["dynamodb"][image][name]["S"].as_str();
        of_image("NewImage").or_else(|| of_image("OldImage")).unwrap_or_default()
    }

    /// Returns true if both records are of one item, so that their order is fixed.
    pub(crate) fn is_of_the_item_of(&self, other: &Self) -> bool {
        self.event["dynamodb"]["Keys"] == other.event["dynamodb"]["Keys"]
    }

    /// Sets the sequence number.
    pub(crate) fn set_sequence_number(&mut self, number: String) {
        self.event["dynamodb"]["SequenceNumber"] = number.into();
    }

    /// Returns the sequence number, if it is set.
    pub(crate) fn sequence_number(&self) -> Option<&str> {
        self.event["dynamodb"]["SequenceNumber"].as_str()
    }

    /// Returns the record as a consumer receives it that can't read it: its images are something else.
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

/// Returns the time of the `number`-th record: to the second, and with or without a fraction, as Lambda writes both.
fn seconds(number: u64, time: Timestamp) -> Value {
    let seconds = time.as_unix_millis() / 1_000;
    if number.is_multiple_of(2) {
        json!(seconds)
    } else {
        serde_json::from_str(&format!("{seconds}.0")).expect("a number")
    }
}
