//! What Lambda is told of a batch, and what the log is.

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

/// The number of the first record that is to come again. The records of a batch are in the order of the stream, so the
/// first is the lowest, whatever the numbers say as text.
///
/// The nearest numbered record before one without a number comes again with it, which changes nothing, because every record
/// may. Failing the whole batch instead would send the good records of it to the failure destination after the last retry.
fn first_to_repeat(outcomes: &[RecordOutcome]) -> Option<&str> {
    let mut nearest = None;
    outcomes.iter().find_map(|outcome| {
        nearest = outcome.sequence_number.as_deref().or(nearest);
        nearest.filter(|_| outcome.result.is_err())
    })
}

/// One line for each record that can't be read or applied, and one for all that there was no time for.
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
