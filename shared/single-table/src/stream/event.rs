//! A batch of records as Lambda delivers it.

use serde::{Deserialize, Deserializer};
use serde_json::Value;

use super::{Record, UnreadableRecord, json};

/// A batch of records, deserialized from the event of a Lambda function (see "Using AWS Lambda with Amazon DynamoDB" in the
/// Lambda developer guide).
///
/// Each record is read on its own, so an unreadable one leaves the others as they are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// The records, in the order of the stream.
    pub records: Vec<Result<Record, UnreadableRecord>>,
}

impl<'de> Deserialize<'de> for Event {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct Json {
            #[serde(rename = "Records")]
            records: Vec<Value>,
        }
        let Json { records } = Json::deserialize(deserializer)?;
        Ok(Self { records: records.iter().map(json::record).collect() })
    }
}
