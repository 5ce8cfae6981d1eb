//! The consumer under test.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use aws_sdk_dynamodb::Client;
use favorites_api::{Deadline, Favorites, StreamEvent};
use favorites_tests::Clock;
use favorites_tests::catalogue::SMALL_SEGMENT;
use serde_json::{Value, json};
use single_table::testing::{self, Faults, Target, Times};

use crate::breakage::Breakage;
use crate::history::Fault;
use crate::table::{Latency, TABLE_NAME, Table};

/// How long a call may take.
const CALL: Duration = Duration::from_mins(1);

/// A consumer with a connection of its own.
#[derive(Debug)]
pub(crate) struct Consumer {
    favorites: Favorites,
    faults: Faults,
    latency: Latency,
    breakage: Breakage,
    seen: Mutex<BTreeSet<String>>,
}

impl Consumer {
    /// One that works on `table`.
    pub(crate) fn new(table: &Table, clock: &Clock, breakage: Breakage) -> Self {
        let (faults, latency) = (Faults::new(), Latency::default());
        let client: Client = testing::client(faults.before(table.way(latency.clone(), breakage)));
        let favorites = favorites(client, clock);
        Self { favorites, faults, latency, breakage, seen: Mutex::default() }
    }

    /// Applies a batch: the whole way from an event of Lambda to the answer for it. It gives the sequence number from
    /// which on the batch is to be delivered again, if it is.
    pub(crate) async fn apply(&self, records: Vec<Value>) -> Result<Option<String>, String> {
        let records = {
            let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
            self.breakage.records(records, &mut seen)
        };
        let event: StreamEvent =
            serde_json::from_value(json!({ "Records": records })).expect("it is an event of a stream");
        let answer = event.apply(&self.favorites, Deadline::after(CALL)).await;
        let answer = serde_json::to_value(answer).expect("an answer is JSON");
        match answer["batchItemFailures"].as_array().map(Vec::as_slice) {
            None | Some([]) => Ok(None),
            // "The lowest sequence number" is what Lambda takes of several.
            Some([failure, ..]) => match failure["itemIdentifier"].as_str() {
                Some(number) if !number.is_empty() => Ok(Some(number.to_owned())),
                _ => Err(format!("the answer fails the whole batch: {answer}")),
            },
        }
    }

    /// Its requests take so many milliseconds from now on.
    pub(crate) fn slow_down(&self, millis: u8) {
        self.latency.set(millis.into());
    }

    /// Lets something go wrong with its next requests.
    pub(crate) fn suffer(&self, fault: Fault) {
        use single_table::testing::Fault as Wrong;

        let arm = |after: u8, wrong, times: u8| {
            self.faults.arm_after(after.into(), wrong, Times::Next(times.into()));
        };
        let dies = |after: u8| {
            self.faults.arm_after(after.into(), Wrong::LostRequest(Target::Any), Times::Always);
        };
        match fault {
            Fault::None => {}
            Fault::Throttled(after, times) => arm(after, Wrong::Throttled(Target::Any), times),
            Fault::Conflict(after, times) => arm(after, Wrong::Conflict, times),
            Fault::LostRequest(after, times) => arm(after, Wrong::LostRequest(Target::Any), times),
            Fault::LostResponse(after, times) => arm(after, Wrong::LostResponse(Target::Any), times),
            Fault::DiesBefore(after) => dies(after),
            Fault::DiesAfter(after) => {
                arm(after, Wrong::LostResponse(Target::Any), 1);
                dies(after + 1);
            }
        }
    }

    /// Lets nothing more go wrong.
    pub(crate) fn recover(&self) {
        self.faults.clear();
    }
}

/// The service through `client`, at the time of `clock`.
pub(crate) fn favorites(client: Client, clock: &Clock) -> Favorites {
    let clock = clock.clone();
    Favorites::new(client, TABLE_NAME).with_clock(move || clock.now()).with_segment_bytes(SMALL_SEGMENT)
}
