//! The consumer under test.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use favorites_api::{Deadline, StreamEvent};
use favorites_tests::Clock;
use serde_json::{Value, json};

use crate::breakage::Breakage;
use crate::connection::Connection;
use crate::table::Table;

/// The longest time of a call.
const CALL: Duration = Duration::from_mins(1);

/// A consumer with a connection of its own.
#[derive(Debug)]
pub(crate) struct Consumer {
    pub(crate) connection: Connection,
    breakage: Breakage,
    seen: Mutex<BTreeSet<String>>,
}

impl Consumer {
    /// Returns a consumer that works on `table`.
    pub(crate) fn new(table: &Table, clock: &Clock, breakage: Breakage) -> Self {
        Self { connection: Connection::new(table, clock, breakage), breakage, seen: Mutex::default() }
    }

    /// Applies a batch: from the Lambda event to the response. Returns the sequence number at which the redelivery begins, if there is
    /// one.
    pub(crate) async fn apply(&self, records: Vec<Value>) -> Result<Option<String>, String> {
        let records = {
            let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
            self.breakage.records(records, &mut seen)
        };
        let event: StreamEvent =
            serde_json::from_value(json!({ "Records": records })).expect("it is an event of a stream");
        let answer = event.apply(&self.connection.favorites, Deadline::after(CALL)).await;
        let answer = serde_json::to_value(answer).expect("an answer is JSON");
        match answer["batchItemFailures"].as_array().map(Vec::as_slice) {
            None | Some([]) => Ok(None),
            // If there are several, Lambda takes "the lowest sequence number".
            Some([failure, ..]) => match failure["itemIdentifier"].as_str() {
                Some(number) if !number.is_empty() => Ok(Some(number.to_owned())),
                _ => Err(format!("the answer fails the whole batch: {answer}")),
            },
        }
    }
}
