//! The records that wait for delivery.

use std::collections::{HashSet, VecDeque};
use std::time::Duration;

use tokio::time::Instant;

use super::record::StreamRecord;

/// The most bytes of an event ("Lambda quotas", invocation payload).
const MAX_PAYLOAD_BYTES: usize = 6 * 1024 * 1024;

/// The number of waiting records at which reading pauses, if a batch is not larger. It is far more than a
/// small batch, so that many records of one partition key do not keep those of others from being read.
const MAX_WAITING: usize = 300;

/// Records that wait for delivery, oldest first.
#[derive(Default)]
pub(super) struct Waiting {
    records: VecDeque<Entry>,
    bytes: usize,
}

struct Entry {
    record: StreamRecord,
    partition: String,
    bytes: usize,
    came: Instant,
}

/// Records that are delivered together, and their partition keys.
#[derive(Default)]
pub(super) struct Batch {
    pub(super) records: Vec<StreamRecord>,
    pub(super) partitions: HashSet<String>,
}

impl Waiting {
    pub(super) fn add(&mut self, record: StreamRecord, partition: String) {
        let bytes = record.size();
        self.bytes += bytes;
        self.records.push_back(Entry { record, partition, bytes, came: Instant::now() });
    }

    pub(super) fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// Returns true if another page of records may be read. With this, the records in memory have a limit.
    pub(super) fn has_room(&self, batch_size: usize) -> bool {
        self.records.len() < batch_size.max(MAX_WAITING) && self.bytes < MAX_PAYLOAD_BYTES
    }

    /// Returns the time for which a batch may still wait for more records: zero if it is due, `None` if there
    /// are no records except those of the `busy` partition keys.
    pub(super) fn patience(
        &self,
        batch_size: usize,
        window: Duration,
        busy: &HashSet<String>,
    ) -> Option<Duration> {
        let mut free = self.records.iter().filter(|entry| !busy.contains(&entry.partition)).peekable();
        let waited = free.peek()?.came.elapsed();
        let (count, bytes) = free.fold((0, 0), |(count, bytes), entry| (count + 1, bytes + entry.bytes));
        let is_full = count >= batch_size || bytes >= MAX_PAYLOAD_BYTES;
        Some(if is_full { Duration::ZERO } else { window.saturating_sub(waited) })
    }

    /// Takes the oldest records that do not have one of the `busy` partition keys: at most `batch_size`, and
    /// as many as fit into an event.
    pub(super) fn take(&mut self, batch_size: usize, busy: &HashSet<String>) -> Batch {
        self.take_within(batch_size, MAX_PAYLOAD_BYTES, busy)
    }

    fn take_within(&mut self, batch_size: usize, limit: usize, busy: &HashSet<String>) -> Batch {
        let (mut batch, mut bytes, mut is_full) = (Batch::default(), 0, false);
        for entry in std::mem::take(&mut self.records) {
            let is_busy = busy.contains(&entry.partition);
            if !is_busy && !batch.records.is_empty() {
                // Once a record does not fit, no later one may overtake it.
                is_full |= batch.records.len() >= batch_size || bytes + entry.bytes > limit;
            }
            if is_busy || is_full {
                self.records.push_back(entry);
            } else {
                bytes += entry.bytes;
                self.bytes -= entry.bytes;
                batch.records.push(entry.record);
                batch.partitions.insert(entry.partition);
            }
        }
        batch
    }
}

#[cfg(test)]
mod tests {
    use std::time::UNIX_EPOCH;

    use serde_json::Value;

    use super::*;

    fn waiting(texts: &[&str]) -> Waiting {
        let mut waiting = Waiting::default();
        for text in texts {
            let record = StreamRecord {
                sequence_number: (*text).to_owned(),
                created: UNIX_EPOCH,
                event: Value::from(*text),
            };
            waiting.add(record, text[..1].to_owned());
        }
        waiting
    }

    fn take(waiting: &mut Waiting, batch_size: usize, limit: usize, busy: &[&str]) -> String {
        let busy = busy.iter().map(|&key| key.to_owned()).collect();
        let records = waiting.take_within(batch_size, limit, &busy).records;
        records.into_iter().map(|record| record.sequence_number).collect::<Vec<_>>().join(" ")
    }

    fn sizes(texts: &[&str], batch_size: usize, limit: usize) -> Vec<usize> {
        let mut waiting = waiting(texts);
        let take = || (!waiting.is_empty()).then(|| waiting.take_within(batch_size, limit, &HashSet::new()));
        let sizes = std::iter::from_fn(take).map(|batch| batch.records.len()).collect();
        assert_eq!(waiting.bytes, 0);
        sizes
    }

    #[test]
    fn batches_keep_to_both_limits() {
        assert_eq!(sizes(&["aaaa", "bbbb", "cccc"], 100, 12), [2, 1]);
        assert_eq!(sizes(&["aaaa", "bbbb"], 100, 11), [1, 1]);
        assert_eq!(sizes(&["larger than the limit", "b", "c"], 100, 8), [1, 2]);
        assert_eq!(sizes(&["a", "b", "c", "d", "e"], 2, 100), [2, 2, 1]);
        assert_eq!(sizes(&["a", "b", "cccccc", "d", "e"], 2, 8), [2, 1, 2]);
        assert_eq!(sizes(&[], 100, 8), [0; 0]);
    }

    #[test]
    fn records_of_a_busy_partition_key_stay_in_their_order() {
        let mut waiting = waiting(&["a1", "b1", "a2", "c1", "b2"]);
        assert_eq!(take(&mut waiting, 100, 100, &["a", "c"]), "b1 b2");
        assert_eq!(take(&mut waiting, 100, 100, &["c"]), "a1 a2");
        assert_eq!(take(&mut waiting, 100, 100, &["c"]), "");
        assert_eq!(take(&mut waiting, 100, 100, &[]), "c1");
    }

    #[test]
    fn a_small_record_does_not_overtake_a_large_one_that_does_not_fit() {
        let mut waiting = waiting(&["a1", "b, which is large", "b2"]);
        assert_eq!(take(&mut waiting, 100, 10, &[]), "a1");
        assert_eq!(take(&mut waiting, 100, 10, &[]), "b, which is large");
        assert_eq!(take(&mut waiting, 100, 10, &[]), "b2");
    }

    #[tokio::test(start_paused = true)]
    async fn a_batch_is_due_when_it_is_full_or_has_waited() {
        let window = Duration::from_secs(5);
        let mut records = Waiting::default();
        let (none, a_is_busy) = (HashSet::new(), HashSet::from(["a".to_owned()]));
        assert_eq!(records.patience(2, window, &none), None);
        records.records.append(&mut waiting(&["a"]).records);
        assert_eq!(records.patience(2, window, &none), Some(window));
        assert_eq!(records.patience(2, window, &a_is_busy), None);
        tokio::time::advance(Duration::from_secs(3)).await;
        assert_eq!(records.patience(2, window, &none), Some(Duration::from_secs(2)));
        records.records.append(&mut waiting(&["b"]).records);
        assert_eq!(records.patience(2, window, &none), Some(Duration::ZERO));
        assert_eq!(records.patience(2, window, &a_is_busy), Some(window));
        tokio::time::advance(Duration::from_secs(9)).await;
        assert_eq!(records.patience(2, window, &a_is_busy), Some(Duration::ZERO));
    }

    #[test]
    fn reading_pauses_at_300_records_or_a_whole_batch_or_a_whole_event() {
        let mut records = waiting(&["a"; 299]);
        assert!(records.has_room(100));
        records.records.append(&mut waiting(&["a"]).records);
        assert!(!records.has_room(100) && !records.has_room(300));
        assert!(records.has_room(301));
        let text = "a".repeat(MAX_PAYLOAD_BYTES - 3);
        assert!(waiting(&[&text]).has_room(100));
        let full = waiting(&[&format!("{text}a")]);
        assert!(!full.has_room(100));
        assert_eq!(full.patience(100, Duration::MAX, &HashSet::new()), Some(Duration::ZERO));
    }
}
