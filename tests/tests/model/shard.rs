//! A shard of the stream, with the mapping's place in it.

use std::ops::Range;
use std::time::Duration;

use favorites_api::favorites::Timestamp;
use serde_json::Value;

use crate::record::Record;
use crate::shuffle::Shuffle;

/// The time for which a stream keeps a record ("Change data capture for DynamoDB Streams" in the developer guide). A delivered record
/// comes again within this time, or from the failure destination.
const RETENTION: Duration = Duration::from_hours(24);

/// The first digits of the sequence numbers of a shard; 20 digits follow. Sequence numbers have 21 to 40 digits ("`StreamRecord`" in the
/// DynamoDB Streams API reference). Those of the second and third shard exceed a `u128`.
const PREFIXES: [&str; 3] = ["1", "34028236692093846347", "99999999999999999999"];

/// A shard. The records up to a point were delivered at least once. Those after it have no fixed order yet, except among the records
/// of one item.
#[derive(Debug)]
pub(crate) struct Shard {
    prefix: &'static str,
    records: Vec<Placed>,
    delivered: usize,
    /// The first record that the mapping does not know to be applied.
    checkpoint: usize,
}

/// A record in its shard.
#[derive(Debug)]
struct Placed {
    record: Record,
    is_seen: bool,
    is_poison: bool,
    /// True if the mapping has given the record up: it is in the failure destination, or is lost.
    is_gone: bool,
    failures: u32,
}

impl Shard {
    /// Returns the empty shard of this number.
    pub(crate) fn new(number: usize) -> Self {
        let prefix = PREFIXES[number % PREFIXES.len()];
        Self { prefix, records: Vec::new(), delivered: 0, checkpoint: 0 }
    }

    /// Inserts a new record among those that were not delivered yet, after those of its own item.
    pub(crate) fn add(&mut self, record: Record, shuffle: &mut Shuffle) {
        let own = self.records.iter().rposition(|placed| placed.record.is_of_the_item_of(&record));
        let first = self.delivered.max(own.map_or(0, |own| own + 1));
        let place = self.records.len() - shuffle.below(self.records.len() - first + 1);
        self.records
            .insert(place, Placed { record, is_seen: false, is_poison: false, is_gone: false, failures: 0 });
    }

    /// Returns the records that the mapping does not know to be applied.
    pub(crate) fn waiting(&self) -> impl Iterator<Item = &Record> {
        let waiting = self.records[self.checkpoint..].iter().filter(|placed| !placed.is_gone);
        waiting.map(|placed| &placed.record)
    }

    /// Loses the records that the mapping does not know to be applied, and returns them.
    pub(crate) fn lose(&mut self) -> Vec<Record> {
        self.next_places(self.records.len());
        let lost: Vec<_> = self.waiting().cloned().collect();
        self.records[self.checkpoint..].iter_mut().for_each(|placed| placed.is_gone = true);
        self.checkpoint = self.records.len();
        lost
    }

    /// Returns true if there are records that the mapping does not know to be applied.
    pub(crate) fn has_more(&self) -> bool {
        self.checkpoint < self.records.len()
    }

    /// Returns the mapping's place.
    pub(crate) fn checkpoint(&self) -> usize {
        self.checkpoint
    }

    /// Returns the next batch: the given numbers of records after the checkpoint and before it. From now on their order is fixed.
    pub(crate) fn next_batch(&mut self, again: u8, records: usize, now: Timestamp) -> Range<usize> {
        let end = self.checkpoint.saturating_add(records).min(self.records.len());
        self.next_places(end);
        self.before(self.checkpoint, again, now)..end
    }

    /// Fixes the order of the records before `end`.
    fn next_places(&mut self, end: usize) {
        for place in self.delivered..end {
            self.records[place].record.set_sequence_number(format!("{}{place:020}", self.prefix));
        }
        self.delivered = self.delivered.max(end);
    }

    /// Returns the place this number of records before another one, as far as the stream still keeps them.
    pub(crate) fn before(&self, place: usize, records: u8, now: Timestamp) -> usize {
        let oldest = now.checked_sub(RETENTION);
        let is_kept = |placed: &&Placed| oldest.is_none_or(|oldest| placed.record.written >= oldest);
        place - self.records[..place].iter().rev().take(records.into()).take_while(is_kept).count()
    }

    /// Makes a record unreadable for the consumer.
    pub(crate) fn poison(&mut self, place: usize) {
        self.records[place].is_poison = true;
    }

    /// Returns the records as the consumer receives them, without those that were given up, and the number of those that come for the
    /// first time.
    pub(crate) fn events(&mut self, batch: &Range<usize>) -> (Vec<Value>, usize) {
        let mut first = 0;
        let placed = self.records[batch.clone()].iter_mut().filter(|placed| !placed.is_gone);
        let events = placed.map(|placed| {
            first += usize::from(!placed.is_seen);
            placed.is_seen = true;
            if placed.is_poison { placed.record.unreadable() } else { placed.record.event().clone() }
        });
        (events.collect(), first)
    }

    /// Returns the records unchanged.
    pub(crate) fn records(&self, batch: &Range<usize>) -> Vec<Record> {
        self.records[batch.clone()].iter().map(|placed| placed.record.clone()).collect()
    }

    /// Notes that the whole batch was applied.
    pub(crate) fn applied(&mut self, batch: &Range<usize>) {
        self.checkpoint = batch.end;
    }

    /// Notes that the batch was applied up to the record of this number, which is delivered again. If that record is unreadable and came
    /// alone or for the second time, it is given up and returned.
    pub(crate) fn failed(&mut self, batch: &Range<usize>, number: &str) -> Result<Option<Record>, String> {
        let place = batch
            .clone()
            .find(|place| self.records[*place].record.sequence_number() == Some(number))
            .ok_or_else(|| format!("the answer names {number}, which is not in the batch"))?;
        self.checkpoint = place;
        let placed = &mut self.records[place];
        placed.failures += 1;
        if !placed.is_poison || (placed.failures < 2 && batch.len() > 1) {
            return Ok(None);
        }
        placed.is_gone = true;
        self.checkpoint = place + 1;
        Ok(Some(placed.record.clone()))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::record::Writer;

    fn record(number: u64, sk: &str) -> Record {
        let key = json!({ "pk": { "S": "p" }, "sk": { "S": sk } });
        let image = json!({ "number": number });
        Record::new(number, Timestamp::now(), Writer::Anybody, &key, None, Some(image))
    }

    #[test]
    fn records_of_one_item_keep_their_order_and_numbers_rise() {
        let mut orders = std::collections::BTreeSet::new();
        for seed in 0..50 {
            let (mut shard, mut shuffle) = (Shard::new(1), Shuffle::new(seed));
            for number in 0..4 {
                shard.add(record(number, if number % 2 == 0 { "even" } else { "odd" }), &mut shuffle);
            }
            let batch = shard.next_batch(0, 4, Timestamp::now());
            let events = shard.events(&batch).0;
            let order: Vec<_> = events
                .iter()
                .map(|event| event["dynamodb"]["NewImage"]["number"].as_u64().unwrap())
                .collect();
            let place = |number: u64| order.iter().position(|found| *found == number);
            assert!(place(0) < place(2) && place(1) < place(3), "{order:?}");
            let numbers: Vec<_> =
                events.iter().map(|event| event["dynamodb"]["SequenceNumber"].clone()).collect();
            assert!(
                numbers
                    .iter()
                    .all(|number| number.as_str().is_some_and(|text| text.parse::<u128>().is_err()))
            );
            assert!(numbers.is_sorted_by_key(|number| number.as_str()), "{numbers:?}");
            orders.insert(order);
        }
        assert_eq!(orders.len(), 6, "all orders that are allowed: {orders:?}");
    }

    #[test]
    fn lost_records_do_not_come_again_and_keep_their_numbers() {
        let mut shard = Shard::new(0);
        for number in 0..3 {
            shard.add(record(number, &number.to_string()), &mut Shuffle::new(0));
        }
        let first = shard.next_batch(0, 1, Timestamp::now());
        shard.applied(&first);
        assert_eq!((shard.lose().len(), shard.has_more(), shard.waiting().count()), (2, false, 0));
        shard.add(record(3, "3"), &mut Shuffle::new(0));
        let batch = shard.next_batch(9, 9, Timestamp::now());
        let events = shard.events(&batch).0;
        let numbers: Vec<_> =
            events.iter().map(|event| event["dynamodb"]["SequenceNumber"].clone()).collect();
        assert_eq!(numbers, ["100000000000000000000", "100000000000000000003"]);
    }

    #[test]
    fn an_answer_moves_the_mapping_to_what_it_names() {
        let mut shard = Shard::new(0);
        for number in 0..3 {
            shard.add(record(number, &number.to_string()), &mut Shuffle::new(0));
        }
        let batch = shard.next_batch(0, 3, Timestamp::now());
        shard.poison(1);
        let poison = "100000000000000000001";
        assert!(shard.failed(&batch, "7").is_err());
        assert!(shard.failed(&batch, poison).unwrap().is_none());
        assert_eq!(shard.checkpoint(), 1);
        let parked = shard.failed(&(1..3), poison).unwrap().expect("it failed twice");
        assert_eq!((parked.sequence_number(), shard.checkpoint()), (Some(poison), 2));
        let (left, first) = shard.events(&batch);
        assert_eq!((left.len(), first), (2, 2), "what was given up does not come again");
        shard.applied(&batch);
        assert!(!shard.has_more());
    }
}
