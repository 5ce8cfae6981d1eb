//! The event source mapping, which delivers the stream to the consumer in the worst way that AWS allows. It treats the consumer's response
//! as Lambda does ("Reporting batch item failures for Lambda with DynamoDB" in the Lambda developer guide).

use std::collections::BTreeSet;
use std::ops::Range;
use std::time::Duration;

use favorites_api::favorites::Timestamp;
use favorites_tests::Clock;
use serde_json::Value;

use crate::breakage::Breakage;
use crate::consumer::Consumer;
use crate::delivery::{Beside, Delivery, Fault, Pick};
use crate::history::History;
use crate::record::Record;
use crate::shard::Shard;
use crate::shuffle::{Shuffle, hash};
use crate::table::Table;
use crate::tally::{Event, Tally};
use crate::wrong::wrong;

/// The most records of one call: the template's `BatchSize`.
const BATCH: usize = 100;
/// The milliseconds that a request of the consumer takes while another consumer works at the same time.
const LATENCY: u8 = 10;
/// The most calls in a row that may fail although nothing is wrong. More can't be caused by two consumers at once.
const PATIENCE: u32 = 4;
/// The most calls in a row for one delivery of everything. Each history is far smaller.
const CALLS: usize = 1_000;
/// The duration of a call on the service's clock.
const CALL: Duration = Duration::from_secs(1);
/// The time within which a parked record is redriven: an operator does that.
const REDRIVEN_WITHIN: Duration = Duration::from_hours(7 * 24);

/// The mapping, its stream, and the consumers it calls.
#[derive(Debug)]
pub(crate) struct Mapping {
    table: Table,
    clock: Clock,
    shards: Vec<Shard>,
    shuffle: Shuffle,
    consumer: Consumer,
    other: Consumer,
    /// The milliseconds that a request takes a consumer that is alone.
    millis: u8,
    parked: Vec<Record>,
    parked_since: Option<Timestamp>,
    tally: Tally,
}

impl Mapping {
    /// The mapping of a history.
    pub(crate) fn new(table: &Table, clock: &Clock, history: &History, breakage: Breakage) -> Self {
        Self {
            table: table.clone(),
            clock: clock.clone(),
            shards: (0..history.shards.into()).map(Shard::new).collect(),
            shuffle: Shuffle::new(history.shuffle),
            consumer: Consumer::new(table, clock, breakage),
            other: Consumer::new(table, clock, breakage),
            millis: 0,
            parked: Vec::new(),
            parked_since: None,
            tally: Tally::default(),
        }
    }

    /// The events so far.
    pub(crate) fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Sets the milliseconds that a request takes a consumer that works alone.
    pub(crate) fn slow_down(&mut self, millis: u8) {
        self.millis = millis;
    }

    /// Returns the users with records that were written until then and that the mapping does not know to be applied.
    pub(crate) fn users_behind(&mut self, written: Timestamp) -> BTreeSet<String> {
        self.read_stream();
        let waiting = self.shards.iter().flat_map(Shard::waiting).chain(&self.parked);
        let behind = waiting.filter(|record| record.written <= written);
        behind.map(|record| record.attribute("userId").to_owned()).collect()
    }

    /// Loses all records that one shard has not delivered, and returns them.
    pub(crate) fn lose(&mut self, shard: Pick) -> Vec<Record> {
        self.read_stream();
        let waiting: Vec<_> = self.waiting().collect();
        let at = usize::from(shard).checked_rem(waiting.len()).and_then(|at| waiting.get(at));
        let lost = at.map(|at| self.shards[*at].lose()).unwrap_or_default();
        self.tally.count(Event::Lost, lost.len());
        lost
    }

    /// Calls the consumer once, or twice if the batch comes in halves.
    pub(crate) async fn deliver(&mut self, delivery: &Delivery) -> Result<(), String> {
        self.read_stream();
        let waiting: Vec<_> = self.waiting().collect();
        let Some(&at) = usize::from(delivery.shard).checked_rem(waiting.len()).and_then(|at| waiting.get(at))
        else {
            return Ok(());
        };
        let batch = self.shards[at].next_batch(delivery.again, delivery.records.into(), self.clock.now());
        if let Some(poison) = delivery.poison {
            self.shards[at].poison(batch.start + usize::from(poison) % batch.len());
        }
        if delivery.parked {
            let records = self.shards[at].records(&batch);
            self.park(records);
        }
        let middle = if delivery.halves { batch.start + batch.len() / 2 } else { batch.end };
        self.consumer.connection.suffer(delivery.fault);
        let answer = self.call(at, &(batch.start..middle), delivery.beside).await?;
        self.consumer.connection.recover();
        if delivery.answer_lost || matches!(delivery.fault, Fault::DiesBefore(_) | Fault::DiesAfter(_)) {
            self.tally.count(Event::LostAnswer, 1);
            return Ok(());
        }
        if self.obey(at, &(batch.start..middle), answer)? && middle < batch.end {
            self.call_and_obey(at, &(middle..batch.end)).await?;
        }
        Ok(())
    }

    /// Delivers everything, including the records of the consumer's own writes, without faults.
    pub(crate) async fn drain(&mut self) -> Result<(), String> {
        let mut failures = 0;
        for _ in 0..CALLS {
            self.read_stream();
            let Some(at) = self.waiting().next() else { return Ok(()) };
            let before = self.shards[at].checkpoint();
            let batch = self.shards[at].next_batch(0, BATCH, self.clock.now());
            self.call_and_obey(at, &batch).await?;
            failures = if self.shards[at].checkpoint() == before { failures + 1 } else { 0 };
            if failures == PATIENCE {
                let records = self.shards[at].records(&(before..before + 1));
                return Err(wrong(&format!("a record is not applied though nothing is wrong: {records:?}")));
            }
        }
        Err(format!("after {CALLS} calls there are still records: the consumer makes work for itself"))
    }

    /// Delivers parked records as they were before they became unreadable, and then everything that follows from them.
    pub(crate) async fn redrive(&mut self) -> Result<(), String> {
        self.parked_since = None;
        let parked = std::mem::take(&mut self.parked);
        self.tally.count(Event::Redriven, parked.len());
        let mut left = self.shuffle.shuffled(parked);
        let mut failures = 0;
        while !left.is_empty() {
            let batch = &left[..left.len().min(BATCH)];
            let records = batch.iter().map(|record| record.event().clone()).collect();
            let done = match self.consumer.apply(records).await? {
                None => batch.len(),
                Some(number) => batch
                    .iter()
                    .position(|record| record.sequence_number() == Some(&number))
                    .ok_or_else(|| format!("the answer names {number}, which was not redriven"))?,
            };
            failures = if done == 0 { failures + 1 } else { 0 };
            if failures == PATIENCE {
                return Err(wrong(&format!(
                    "a record can't be redriven though nothing is wrong: {:?}",
                    left[0]
                )));
            }
            left.drain(..done);
        }
        self.drain().await
    }

    /// Delivers and redrives what can't wait for this time: records would be gone from the stream, or stay in the failure destination for
    /// too long.
    pub(crate) async fn hurry(&mut self, wait: Duration) -> Result<(), String> {
        if wait >= Duration::from_hours(12) {
            self.drain().await?;
        }
        let since = self.parked_since.and_then(|since| since.checked_add(REDRIVEN_WITHIN));
        if since.is_some_and(|latest| self.clock.after(wait) > latest) {
            self.redrive().await?;
        }
        Ok(())
    }

    /// Puts the new records of the table into their shards, by their partition keys.
    fn read_stream(&mut self) {
        for record in self.table.take_records() {
            let at = hash(&record.partition()) % self.shards.len() as u64;
            let shard = &mut self.shards[usize::try_from(at).expect("there are few shards")];
            shard.add(record, &mut self.shuffle);
        }
    }

    /// Returns the shards that have records to deliver.
    fn waiting(&self) -> impl Iterator<Item = usize> {
        (0..self.shards.len()).filter(|at| self.shards[*at].has_more())
    }

    async fn call_and_obey(&mut self, at: usize, batch: &Range<usize>) -> Result<bool, String> {
        let answer = self.call(at, batch, Beside::Nothing).await?;
        self.obey(at, batch, answer)
    }

    /// Calls the consumer, and another one at the same moment.
    async fn call(
        &mut self,
        at: usize,
        batch: &Range<usize>,
        beside: Beside,
    ) -> Result<Option<String>, String> {
        self.clock.advance(CALL);
        let records = self.events(at, batch);
        match beside {
            Beside::Nothing => {
                self.consumer.connection.slow_down(self.millis);
                self.consumer.apply(records).await
            }
            Beside::SameBatch { earlier, fewer, millis } => {
                let start = self.shards[at].before(batch.start, earlier, self.clock.now());
                let end = batch.end.saturating_sub(fewer.into()).max(start);
                let others = self.events(at, &(start..end));
                self.tally.count(Event::TwoAtOnce, 1);
                self.consumer.connection.slow_down(LATENCY);
                self.other.connection.slow_down(millis);
                // Neither waits for the other's response.
                tokio::join!(self.consumer.apply(records), self.other.apply(others)).0
            }
            Beside::OtherShard { records: number, millis } => {
                let Some(other_at) = self.waiting().find(|other| *other != at) else {
                    return self.consumer.apply(records).await;
                };
                let other_batch = self.shards[other_at].next_batch(0, number.into(), self.clock.now());
                let others = self.events(other_at, &other_batch);
                self.tally.count(Event::TwoAtOnce, 1);
                self.consumer.connection.slow_down(LATENCY);
                self.other.connection.slow_down(millis);
                let (answer, others) = tokio::join!(self.consumer.apply(records), self.other.apply(others));
                self.obey(other_at, &other_batch, others?)?;
                answer
            }
        }
    }

    /// Returns the records as a consumer receives them.
    fn events(&mut self, at: usize, batch: &Range<usize>) -> Vec<Value> {
        let (records, first) = self.shards[at].events(batch);
        self.tally.count(Event::Record, first);
        self.tally.count(Event::Repeat, records.len() - first);
        records
    }

    /// Does what the response asks for, and returns true if the batch is done.
    fn obey(&mut self, at: usize, batch: &Range<usize>, answer: Option<String>) -> Result<bool, String> {
        let Some(number) = answer else {
            self.shards[at].applied(batch);
            return Ok(true);
        };
        self.tally.count(Event::Failure, 1);
        let parked = self.shards[at].failed(batch, &number)?;
        self.park(parked);
        Ok(false)
    }

    fn park(&mut self, records: impl IntoIterator<Item = Record>) {
        let before = self.parked.len();
        self.parked.extend(records);
        self.tally.count(Event::Parked, self.parked.len() - before);
        if !self.parked.is_empty() {
            self.parked_since.get_or_insert(self.clock.now());
        }
    }
}
