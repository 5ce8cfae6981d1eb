//! The destination of records that a function could not process.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde_json::{Value, json};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use super::record::StreamRecord;
use crate::private_file;

/// The reason for giving up records.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Condition {
    RetryAttemptsExhausted,
    RecordAgeExceeded,
}

/// Records that were given up, with the data of their invocation record.
pub(super) struct Discarded<'a> {
    pub(super) condition: Condition,
    pub(super) invocations: u32,
    pub(super) function: &'a str,
    pub(super) stream_arn: &'a str,
    pub(super) shard_id: &'a str,
    pub(super) records: &'a [StreamRecord],
}

/// Keeps the records that a mapping gave up, as an S3 destination does: an invocation record for each batch, which contains the
/// event.
#[derive(Debug)]
pub(crate) enum FailureDestination {
    /// Files in a folder, which is created with the first file.
    Folder(PathBuf),
    /// A list in memory, which is lost when the service ends.
    Memory(Mutex<Vec<Value>>),
}

impl FailureDestination {
    pub(crate) fn in_folder(folder: PathBuf) -> Self {
        Self::Folder(folder)
    }

    pub(crate) fn in_memory() -> Self {
        Self::Memory(Mutex::default())
    }

    /// Keeps `discarded`.
    pub(super) fn keep(&self, discarded: &Discarded<'_>) -> std::io::Result<()> {
        let record = invocation_record(discarded);
        match self {
            Self::Memory(records) => records.lock().unwrap_or_else(PoisonError::into_inner).push(record),
            Self::Folder(folder) => write_file(folder, &record)?,
        }
        Ok(())
    }

    /// Returns all kept invocation records, oldest first. Skips unreadable files.
    pub(crate) fn read_all(&self) -> Vec<Value> {
        match self {
            Self::Memory(records) => records.lock().unwrap_or_else(PoisonError::into_inner).clone(),
            Self::Folder(folder) => read_files(folder),
        }
    }
}

/// Returns the document in the form of the page "Retain discarded records for a DynamoDB event source in Lambda".
fn invocation_record(discarded: &Discarded<'_>) -> Value {
    let Discarded { function, stream_arn, shard_id, records, .. } = discarded;
    let condition = match discarded.condition {
        Condition::RetryAttemptsExhausted => "RetryAttemptsExhausted",
        Condition::RecordAgeExceeded => "RecordAgeExceeded",
    };
    let events: Vec<_> = records.iter().map(|record| &record.event).collect();
    json!({
        "requestContext": {
            "requestId": uuid::Uuid::new_v4(),
            "functionArn": format!("arn:aws:lambda:{}:000000000000:function:{function}", crate::region::REGION),
            "condition": condition,
            "approximateInvokeCount": discarded.invocations,
        },
        "responseContext": {"statusCode": 200, "executedVersion": "$LATEST", "functionError": "Unhandled"},
        "version": "1.0",
        "timestamp": rfc3339(OffsetDateTime::now_utc()),
        "DDBStreamBatchInfo": {
            "shardId": shard_id,
            "startSequenceNumber": records.first().map(|record| &record.sequence_number),
            "endSequenceNumber": records.last().map(|record| &record.sequence_number),
            "approximateArrivalOfFirstRecord": records.first().map(|record| rfc3339(record.created.into())),
            "approximateArrivalOfLastRecord": records.last().map(|record| rfc3339(record.created.into())),
            "batchSize": records.len(),
            "streamArn": stream_arn,
        },
        "payload": json!({"Records": events}).to_string(),
    })
}

pub(crate) fn rfc3339(time: OffsetDateTime) -> String {
    time.format(&Rfc3339).unwrap_or_default()
}

fn write_file(folder: &Path, record: &Value) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    // Version 7 ids sort by time, and so do the file names.
    let name = format!("{}.json", uuid::Uuid::now_v7());
    private_file::replace(&folder.join(name), &serde_json::to_vec_pretty(record)?)
}

fn read_files(folder: &Path) -> Vec<Value> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut paths: Vec<_> = entries.filter_map(Result::ok).map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    paths.sort();
    paths.iter().filter_map(|path| serde_json::from_slice(&std::fs::read(path).ok()?).ok()).collect()
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, UNIX_EPOCH};

    use super::*;

    fn keep(destination: &FailureDestination, sequence_number: &str) -> std::io::Result<()> {
        let record = StreamRecord {
            sequence_number: sequence_number.to_owned(),
            created: UNIX_EPOCH + Duration::from_secs(1_573_689_199),
            event: json!({"eventID": sequence_number}),
        };
        destination.keep(&Discarded {
            condition: Condition::RetryAttemptsExhausted,
            invocations: 3,
            function: "change-consumer",
            stream_arn: "arn",
            shard_id: "shard",
            records: &[record],
        })
    }

    fn check(destination: &FailureDestination) {
        assert_eq!(destination.read_all(), Vec::<Value>::new());
        keep(destination, "1").unwrap();
        keep(destination, "2").unwrap();
        let kept = destination.read_all();
        assert_eq!(kept.len(), 2);
        assert_eq!(kept[0]["requestContext"]["condition"], "RetryAttemptsExhausted");
        assert_eq!(kept[0]["requestContext"]["approximateInvokeCount"], 3);
        assert_eq!(kept[0]["DDBStreamBatchInfo"]["startSequenceNumber"], "1");
        assert_eq!(kept[0]["DDBStreamBatchInfo"]["approximateArrivalOfFirstRecord"], "2019-11-13T23:53:19Z");
        assert_eq!(kept[1]["payload"], r#"{"Records":[{"eventID":"2"}]}"#);
    }

    #[test]
    fn memory_keeps_invocation_records() {
        check(&FailureDestination::in_memory());
    }

    #[test]
    fn a_folder_keeps_invocation_records() {
        let folder = tempfile::tempdir().unwrap();
        check(&FailureDestination::in_folder(folder.path().join("failed")));
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_an_error() {
        let file = tempfile::NamedTempFile::new().unwrap();
        assert!(keep(&FailureDestination::in_folder(file.path().to_owned()), "1").is_err());
    }
}
