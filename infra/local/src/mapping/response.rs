//! The function's response to a batch.

use serde_json::Value;

use super::record::StreamRecord;

/// The outcome of a batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Outcome {
    /// The function processed all records.
    Succeeded,
    /// The function processed the records before this index, but not the later ones.
    FailedFrom(usize),
}

/// Reads the response to `records` as described on the page "Configuring partial batch response with DynamoDB and Lambda": an
/// empty response means success, and an unreadable one fails the whole batch. If several records failed, the lowest one counts.
pub(super) fn read(response: &Value, records: &[StreamRecord]) -> Outcome {
    let failures = match response.get("batchItemFailures") {
        None | Some(Value::Null) => return Outcome::Succeeded,
        Some(Value::Array(failures)) => failures,
        Some(_) => return Outcome::FailedFrom(0),
    };
    let mut lowest = None;
    for failure in failures {
        let Some(index) = position(failure, records) else { return Outcome::FailedFrom(0) };
        lowest = Some(lowest.map_or(index, |lowest: usize| lowest.min(index)));
    }
    lowest.map_or(Outcome::Succeeded, Outcome::FailedFrom)
}

fn position(failure: &Value, records: &[StreamRecord]) -> Option<usize> {
    let identifier = failure.get("itemIdentifier")?.as_str()?;
    records.iter().position(|record| record.sequence_number == identifier)
}

#[cfg(test)]
mod tests {
    use std::time::UNIX_EPOCH;

    use serde_json::json;

    use super::*;

    fn outcome(response: &Value) -> Outcome {
        let record = |number: &str| StreamRecord {
            sequence_number: number.to_owned(),
            created: UNIX_EPOCH,
            event: Value::Null,
        };
        read(response, &["8", "9", "10"].map(record))
    }

    #[test]
    fn nothing_said_is_success() {
        for response in
            [json!(null), json!({}), json!({"batchItemFailures": null}), json!({"batchItemFailures": []})]
        {
            assert_eq!(outcome(&response), Outcome::Succeeded, "{response}");
        }
    }

    #[test]
    fn the_lowest_failure_counts() {
        let response = json!({"batchItemFailures": [{"itemIdentifier": "10"}, {"itemIdentifier": "9"}]});
        assert_eq!(outcome(&response), Outcome::FailedFrom(1));
    }

    #[test]
    fn an_unreadable_response_fails_the_batch() {
        for failures in [
            json!([{"itemIdentifier": ""}]),
            json!([{"itemIdentifier": null}]),
            json!([{"identifier": "9"}]),
            json!([{"itemIdentifier": "9"}, {"itemIdentifier": "77"}]),
            json!(["9"]),
            json!("9"),
        ] {
            let response = json!({"batchItemFailures": failures});
            assert_eq!(outcome(&response), Outcome::FailedFrom(0), "{response}");
        }
    }
}
