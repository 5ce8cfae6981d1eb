//! The answer to Lambda for a batch, and the lines of the log.

use aws_lambda_events::event::streams::{DynamoDbBatchItemFailure, DynamoDbEventResponse};

use super::record::RecordOutcome;

/// Logs what failed, and names where the mapping is to go on.
pub(super) fn answer(outcomes: &[RecordOutcome]) -> DynamoDbEventResponse {
    log(outcomes);
    let mut response = DynamoDbEventResponse::default();
    response.batch_item_failures.extend(first_to_repeat(outcomes).map(|number| {
        let mut failure = DynamoDbBatchItemFailure::default();
        failure.item_identifier = Some(number.to_owned());
        failure
    }));
    response
}

/// Returns the number of the first record that Lambda is to deliver again. The records of a batch are in the order of the stream,
/// so the first has the lowest number, also where the texts of the numbers sort differently.
///
/// For a record without a number, it is the number of the nearest record before it. That record is repeated needlessly, which
/// changes nothing. If the whole batch failed instead, its good records would go to the failure destination after the last retry.
fn first_to_repeat(outcomes: &[RecordOutcome]) -> Option<&str> {
    let mut nearest = None;
    outcomes.iter().find_map(|outcome| {
        nearest = outcome.sequence_number.as_deref().or(nearest);
        nearest.filter(|_| outcome.result.is_err())
    })
}

/// Logs a line for each record that can't be read or applied, and one for all records that the time did not allow.
fn log(outcomes: &[RecordOutcome]) {
    let mut late = 0;
    for outcome in outcomes {
        let Err(error) = &outcome.result else { continue };
        if error.is_late() {
            late += 1;
            continue;
        }
        tracing::error!(
            sequence_number = outcome.sequence_number,
            event_id = outcome.event_id,
            reason = error.without_values(),
            "a stream record was not applied"
        );
    }
    if late > 0 {
        tracing::warn!(late, records = outcomes.len(), "there was no time for some stream records");
    }
}
