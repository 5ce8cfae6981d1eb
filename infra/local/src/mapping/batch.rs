//! Collects stream records into batches.

use std::time::Duration;

use tokio::time::Instant;

use super::record::StreamRecord;

/// The most bytes of an event ("Lambda quotas", invocation payload).
const MAX_PAYLOAD_BYTES: usize = 6 * 1024 * 1024;

/// Records that wait for delivery.
#[derive(Default)]
pub(super) struct Batch {
    records: Vec<StreamRecord>,
    first_came: Option<Instant>,
}

impl Batch {
    pub(super) fn add(&mut self, record: StreamRecord) {
        self.first_came.get_or_insert_with(Instant::now);
        self.records.push(record);
    }

    pub(super) fn len(&self) -> usize {
        self.records.len()
    }

    /// Returns the time for which the batch may still wait for more records: zero if it is due, `None` if it is empty.
    pub(super) fn patience(&self, batch_size: usize, window: Duration) -> Option<Duration> {
        let waited = self.first_came?.elapsed();
        Some(if self.records.len() >= batch_size { Duration::ZERO } else { window.saturating_sub(waited) })
    }

    /// Takes all records, split into portions of at most `batch_size` records that fit into an event.
    pub(super) fn take(&mut self, batch_size: usize) -> Vec<Vec<StreamRecord>> {
        self.first_came = None;
        split(std::mem::take(&mut self.records), batch_size, MAX_PAYLOAD_BYTES)
    }
}

fn split(records: Vec<StreamRecord>, batch_size: usize, limit: usize) -> Vec<Vec<StreamRecord>> {
    let mut portions: Vec<Vec<StreamRecord>> = Vec::new();
    let mut bytes = 0;
    for record in records {
        bytes += record.size();
        match portions.last_mut() {
            Some(portion) if portion.len() < batch_size && bytes <= limit => portion.push(record),
            _ => {
                bytes = record.size();
                portions.push(vec![record]);
            }
        }
    }
    portions
}

#[cfg(test)]
mod tests {
    use std::time::UNIX_EPOCH;

    use serde_json::Value;

    use super::*;

    fn record(text: &str) -> StreamRecord {
        StreamRecord { sequence_number: text.to_owned(), created: UNIX_EPOCH, event: Value::from(text) }
    }

    fn sizes(texts: &[&str], batch_size: usize, limit: usize) -> Vec<usize> {
        let records = texts.iter().map(|text| record(text)).collect();
        split(records, batch_size, limit).iter().map(Vec::len).collect()
    }

    #[test]
    fn portions_keep_to_both_limits() {
        assert_eq!(sizes(&["aaaa", "bbbb", "cccc"], 100, 12), [2, 1]);
        assert_eq!(sizes(&["aaaa", "bbbb"], 100, 11), [1, 1]);
        assert_eq!(sizes(&["larger than the limit", "b", "c"], 100, 8), [1, 2]);
        assert_eq!(sizes(&["a", "b", "c", "d", "e"], 2, 100), [2, 2, 1]);
        assert_eq!(sizes(&["a", "b", "cccccc", "d", "e"], 2, 8), [2, 1, 2]);
        assert_eq!(sizes(&[], 100, 8), [0; 0]);
    }

    #[tokio::test(start_paused = true)]
    async fn a_batch_is_due_when_it_is_full_or_has_waited() {
        let window = Duration::from_secs(5);
        let mut batch = Batch::default();
        assert_eq!(batch.patience(2, window), None);
        batch.add(record("a"));
        assert_eq!(batch.patience(2, window), Some(window));
        tokio::time::advance(Duration::from_secs(3)).await;
        assert_eq!(batch.patience(2, window), Some(Duration::from_secs(2)));
        batch.add(record("b"));
        assert_eq!(batch.patience(2, window), Some(Duration::ZERO));
        assert_eq!(batch.take(2).len(), 1);
        batch.add(record("c"));
        tokio::time::advance(Duration::from_secs(9)).await;
        assert_eq!(batch.patience(2, window), Some(Duration::ZERO));
    }
}
