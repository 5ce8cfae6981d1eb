//! Pages of `GetRecords`.
//!
//! DynamoDB ends a page at 1,000 records or at 1 MB ("`GetRecords`" in the DynamoDB Streams API reference). The engine only
//! limits the number of records, and 1,000 records of large items take hundreds of megabytes of memory. This module reads a page in
//! small steps and ends it at 1 MB.

use dynoxide::actions::get_records::{GetRecordsRequest, GetRecordsResponse, Record};
use dynoxide::{Database, DynoxideError};
use serde_json::json;

use super::json::{internal, read, write};

/// The most records of a page.
const MAX_RECORDS: usize = 1000;

/// The size at which a page ends, in bytes of JSON.
const MAX_BYTES: i64 = 1024 * 1024;

/// The number of records that are read in one step. The last step can make a page larger than [`MAX_BYTES`], so a record of any size fits.
const STEP: usize = 20;

/// Runs `GetRecords`.
pub(super) fn get_records(database: &Database, body: &[u8]) -> Result<String, DynoxideError> {
    let page = page(read(body)?, |request| database.get_records(request))?;
    if page.records.iter().all(|record| record.user_identity.is_none()) {
        return write(&page);
    }
    with_sdk_names(&page)
}

/// Reads a page in small steps, each of which `run` reads.
pub(super) fn page(
    request: GetRecordsRequest,
    run: impl Fn(GetRecordsRequest) -> Result<GetRecordsResponse, DynoxideError>,
) -> Result<GetRecordsResponse, DynoxideError> {
    let limit = request.limit.unwrap_or(MAX_RECORDS).min(MAX_RECORDS);
    let mut page =
        GetRecordsResponse { records: Vec::new(), next_shard_iterator: Some(request.shard_iterator) };
    let mut bytes = 0;
    while let Some(shard_iterator) = page.next_shard_iterator.take() {
        let step = STEP.min(limit - page.records.len());
        let next = run(GetRecordsRequest { shard_iterator, limit: Some(step) })?;
        let found = next.records.len();
        bytes += next.records.iter().map(|record| record.dynamodb.size_bytes).sum::<i64>();
        page.records.extend(next.records);
        page.next_shard_iterator = next.next_shard_iterator;
        if found < step || page.records.len() == limit || bytes >= MAX_BYTES {
            break;
        }
    }
    Ok(page)
}

/// Writes a page with other names for the fields of each record's `userIdentity`. The engine uses the names of Lambda's events, but
/// SDKs only read `Type` and `PrincipalId` (see "Identity" in the DynamoDB Streams API reference).
fn with_sdk_names(page: &GetRecordsResponse) -> Result<String, DynoxideError> {
    let identity = |record: &Record| {
        let identity = record.user_identity.as_ref()?;
        Some(json!({"Type": identity.identity_type, "PrincipalId": identity.principal_id}))
    };
    let identities: Vec<_> = page.records.iter().map(identity).collect();
    let mut page = serde_json::to_value(page).map_err(internal)?;
    for (index, identity) in identities.into_iter().enumerate() {
        if let Some(identity) = identity {
            page["Records"][index]["userIdentity"] = identity;
        }
    }
    write(&page)
}

#[cfg(test)]
mod tests {
    use dynoxide::actions::get_records::StreamRecord;

    use super::*;

    /// Reads all pages of a stream of `count` records of `bytes` bytes. Returns the number of records on each page.
    fn pages(count: usize, bytes: i64, limit: Option<usize>) -> Vec<usize> {
        let run = |request: GetRecordsRequest| {
            let first: usize = request.shard_iterator.parse().unwrap();
            let next = count.min(first + request.limit.unwrap());
            let record = |number: usize| Record {
                event_id: number.to_string(),
                dynamodb: StreamRecord { size_bytes: bytes, ..StreamRecord::default() },
                ..Record::default()
            };
            Ok(GetRecordsResponse {
                records: (first..next).map(record).collect(),
                next_shard_iterator: Some(next.to_string()),
            })
        };
        let mut iterator = "0".to_owned();
        let (mut sizes, mut read) = (Vec::new(), Vec::new());
        while read.len() < count {
            let page = page(GetRecordsRequest { shard_iterator: iterator, limit }, run).unwrap();
            sizes.push(page.records.len());
            read.extend(page.records.into_iter().map(|record| record.event_id));
            iterator = page.next_shard_iterator.unwrap();
        }
        assert_eq!(read, (0..count).map(|number| number.to_string()).collect::<Vec<_>>());
        sizes
    }

    #[test]
    fn a_page_ends_at_its_limit_its_size_or_the_last_record() {
        assert_eq!(pages(2_500, 10, None), [1_000, 1_000, 500]);
        assert_eq!(pages(250, 10, Some(100)), [100, 100, 50]);
        assert_eq!(pages(7, 10, Some(3)), [3, 3, 1]);
        assert_eq!(pages(50, 10, Some(2_000)), [50]);
        assert_eq!(pages(100, MAX_BYTES / 40 + 1, None), [40, 40, 20]);
        assert_eq!(pages(30, MAX_BYTES, Some(1_000)), [20, 10]);
    }

    #[test]
    fn an_identity_has_the_names_that_sdks_read() {
        let identity = dynoxide::actions::get_records::UserIdentity {
            identity_type: "Service".to_owned(),
            principal_id: "dynamodb.amazonaws.com".to_owned(),
        };
        let records = vec![Record::default(), Record { user_identity: Some(identity), ..Record::default() }];
        let page = GetRecordsResponse { records, next_shard_iterator: None };
        let written: serde_json::Value = serde_json::from_str(&with_sdk_names(&page).unwrap()).unwrap();
        let expected = json!({"Type": "Service", "PrincipalId": "dynamodb.amazonaws.com"});
        assert_eq!(written["Records"][1]["userIdentity"], expected);
        assert_eq!(written["Records"][0].get("userIdentity"), None);
    }
}
