//! Invocation records, which a mapping writes for batches that it gave up.

use favorites_api::StreamEvent;
use serde::Deserialize;
use serde_json::Value;

/// The records of a file can't be read.
#[derive(Debug, thiserror::Error)]
pub enum DocumentError {
    /// The file is not JSON.
    #[error("it is not JSON: {0}")]
    Json(#[source] serde_json::Error),
    /// The file is JSON, but not an invocation record.
    #[error("it is not an invocation record of a DynamoDB event source: {0}")]
    Form(#[source] serde_json::Error),
    /// The invocation record contains only the position of the records in the stream, and not the records.
    #[error(
        "it has no payload, only the place of {records} records in the stream: shard {shard_id}, {first} to {last}. \
         Only an S3 destination keeps the records themselves; a queue or a topic does not"
    )]
    NoPayload {
        /// The number of records in the batch.
        records: usize,
        /// The id of the shard.
        shard_id: String,
        /// The sequence number of the first record.
        first: String,
        /// The sequence number of the last record.
        last: String,
    },
    /// The payload is not a stream event.
    #[error("its payload is not a stream event: {0}")]
    Payload(#[source] serde_json::Error),
    /// The number of records in the payload differs from the batch's.
    #[error("its payload must have {expected} records, as its batchSize says; it has {given}")]
    Size {
        /// The number of records in the batch.
        expected: usize,
        /// The number of records in the payload.
        given: usize,
    },
}

/// The needed members of an invocation record. For all members, see the page "Retain discarded records for a DynamoDB event
/// source in Lambda".
#[derive(Deserialize)]
struct InvocationRecord {
    #[serde(rename = "DDBStreamBatchInfo")]
    batch: Batch,
    payload: Option<Value>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Batch {
    shard_id: String,
    start_sequence_number: String,
    end_sequence_number: String,
    #[serde(rename = "batchSize")]
    records: usize,
}

/// Reads the event in an invocation record.
pub(crate) fn read(text: &[u8]) -> Result<StreamEvent, DocumentError> {
    let json: Value = serde_json::from_slice(text).map_err(DocumentError::Json)?;
    let InvocationRecord { batch, payload } = serde_json::from_value(json).map_err(DocumentError::Form)?;
    let event: StreamEvent = match payload {
        None => return Err(batch.without_payload()),
        // Lambda writes the event as text: JSON within JSON.
        Some(Value::String(text)) => serde_json::from_str(&text),
        Some(event) => serde_json::from_value(event),
    }
    .map_err(DocumentError::Payload)?;
    if event.len() == batch.records {
        Ok(event)
    } else {
        Err(DocumentError::Size { expected: batch.records, given: event.len() })
    }
}

impl Batch {
    fn without_payload(self) -> DocumentError {
        DocumentError::NoPayload {
            records: self.records,
            shard_id: self.shard_id,
            first: self.start_sequence_number,
            last: self.end_sequence_number,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn document(payload: &Value) -> Value {
        json!({
            "requestContext": {"condition": "RetryAttemptsExhausted", "approximateInvokeCount": 11},
            "version": "1.0",
            "DDBStreamBatchInfo": {
                "shardId": "shardId-00000001573689847184-864758bb",
                "startSequenceNumber": "800000000003126276362",
                "endSequenceNumber": "800000000003126276363",
                "batchSize": 2,
                "streamArn": "arn",
            },
            "payload": payload,
        })
    }

    fn reason(document: &Value) -> String {
        read(document.to_string().as_bytes()).unwrap_err().to_string()
    }

    #[test]
    fn the_payload_is_the_event_as_text_or_as_it_is() {
        let event = json!({"Records": [{}, {}]});
        for payload in [json!(event.to_string()), event] {
            assert_eq!(read(document(&payload).to_string().as_bytes()).unwrap().len(), 2);
        }
    }

    #[test]
    fn a_document_without_records_is_refused_with_the_reason() {
        let mut bare = document(&Value::Null);
        let no_payload = "it has no payload, only the place of 2 records in the stream: shard \
             shardId-00000001573689847184-864758bb, 800000000003126276362 to 800000000003126276363. Only an S3 \
             destination keeps the records themselves; a queue or a topic does not";
        assert_eq!(reason(&bare), no_payload);
        bare.as_object_mut().unwrap().remove("payload").unwrap();
        assert_eq!(reason(&bare), no_payload);

        assert!(read(b"").unwrap_err().to_string().starts_with("it is not JSON: "));
        let form = "it is not an invocation record of a DynamoDB event source: ";
        assert!(reason(&json!({"Records": []})).starts_with(form));
        assert!(reason(&json!([])).starts_with(form));
        for payload in [json!("{"), json!("<Whole Event>"), json!({}), json!(7)] {
            assert!(
                reason(&document(&payload)).starts_with("its payload is not a stream event: "),
                "{payload}"
            );
        }
        assert_eq!(
            reason(&document(&json!({"Records": [{}]}))),
            "its payload must have 2 records, as its batchSize says; it has 1"
        );
    }
}
