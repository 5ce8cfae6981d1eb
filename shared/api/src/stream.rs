//! The table's stream: from a Lambda event to the domain's changes, and back to what failed.

mod answer;
mod record;
mod serve;

use std::time::Duration;

use aws_lambda_events::event::streams::DynamoDbEventResponse;
use favorites::{Event, Favorites};
use serde::Deserialize;

pub use self::record::{RecordError, RecordOutcome};
pub use self::serve::{Consumer, StreamError, serve_stream, serve_stream_with_files, stream_in_process};
use crate::deadline::Deadline;
use crate::worker::{log_turn, time_for_steps};

/// The time before the deadline at which no more work of a batch begins, so that the work under way ends in time. A write takes
/// milliseconds; this leaves room for a slow one.
const LAST_START: Duration = Duration::from_secs(2);

/// A batch of stream records, as the event source mapping delivers it. Each is read on its own, so that one that can't be read
/// harms no other.
#[derive(Debug, Deserialize)]
#[serde(transparent)]
pub struct StreamEvent(Event);

impl StreamEvent {
    /// Returns the number of records.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.records.len()
    }

    /// Returns true if it has no records. Lambda never sends such an event.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.records.is_empty()
    }

    /// Applies every record. A record that can't be read or applied is logged, and the lowest of those is named in the
    /// answer: the mapping delivers again from there (see "Configuring partial batch response with DynamoDB and Lambda" in
    /// the Lambda developer guide). What can't be done before `deadline` is named in the same way, so the answer comes
    /// before it, however slow the table is.
    ///
    /// A failed record without a sequence number can't be named; an empty name would be taken for a failure of the whole
    /// batch. The nearest record before it that has a number is named in its place. Where there is none, the batch goes on
    /// without it: it is in the log, and reconciliation repairs what it would have changed.
    pub async fn apply(self, favorites: &Favorites, deadline: Deadline) -> DynamoDbEventResponse {
        answer::answer(&self.outcomes(favorites, deadline).await)
    }

    /// Does the work that each record asks for, one after the other, and answers as [`apply`](Self::apply)
    /// does. The mapping of the worker delivers one record at a time.
    pub async fn work(self, favorites: &Favorites, deadline: Deadline) -> DynamoDbEventResponse {
        let mut outcomes = Vec::with_capacity(self.len());
        for (mut outcome, change) in self.0.records.into_iter().map(record::read) {
            if let Some(change) = change {
                // Boxed, because the futures within futures are deeper than the compiler follows.
                let work = Box::pin(favorites.work_on_record(change, time_for_steps(deadline)));
                outcome.result = match tokio::time::timeout(deadline.time_to_answer(), work).await {
                    Ok(turn) => log_turn(turn).map_err(RecordError::NotApplied),
                    Err(_) => Err(RecordError::NoAnswer),
                };
            }
            outcomes.push(outcome);
        }
        answer::answer(&outcomes)
    }

    /// Applies every record as [`apply`](Self::apply) does, and tells what became of each, in their order.
    pub async fn outcomes(self, favorites: &Favorites, deadline: Deadline) -> Vec<RecordOutcome> {
        let (mut outcomes, read): (Vec<RecordOutcome>, Vec<_>) =
            self.0.records.into_iter().map(record::read).unzip();
        let changes = read.into_iter().enumerate().filter_map(|(at, change)| Some((at, change?)));
        let (places, changes): (Vec<usize>, Vec<_>) = changes.unzip();
        // Boxed, because the futures within futures, down to the SDK's, are deeper than the compiler follows.
        let apply =
            Box::pin(favorites.apply_changes(changes, deadline.time_left().saturating_sub(LAST_START)));
        if let Ok(results) = tokio::time::timeout(deadline.time_to_answer(), apply).await {
            for (at, result) in places.into_iter().zip(results) {
                outcomes[at].result = result.map_err(RecordError::NotApplied);
            }
        } else {
            for at in places {
                outcomes[at].result = Err(RecordError::NoAnswer);
            }
        }
        outcomes
    }
}

#[cfg(test)]
#[path = "stream_tests.rs"]
mod tests;
