//! What a consumer has finished of a shard.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::checkpoint::{Checkpoints, order_of};
use super::record::StreamRecord;

/// Keeps the checkpoint of a shard before the oldest record that is not finished: neither processed nor given
/// up.
///
/// Batches that are under way at once end in any order. After a restart, no record is lost, but finished ones
/// after the checkpoint are delivered again.
pub(super) struct Progress {
    checkpoints: Arc<Checkpoints>,
    consumer: String,
    stream_arn: Arc<str>,
    shard_id: String,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// The last record that was read.
    last: Option<String>,
    /// For each record that is not finished, the record before it.
    unfinished: BTreeMap<(usize, String), Option<String>>,
}

impl Progress {
    pub(super) fn new(
        checkpoints: Arc<Checkpoints>,
        consumer: String,
        stream_arn: Arc<str>,
        shard_id: String,
    ) -> Self {
        let last = checkpoints.get(&consumer, &stream_arn, &shard_id);
        let state = Mutex::new(State { last, ..State::default() });
        Self { checkpoints, consumer, stream_arn, shard_id, state }
    }

    /// Notes that a record was read, which follows all others. It is finished at once if it is not for the
    /// function. The checkpoint moves with the next [`save`](Self::save).
    pub(super) fn read(&self, sequence_number: &str, is_for_function: bool) {
        let mut state = self.lock();
        let before = state.last.replace(sequence_number.to_owned());
        if is_for_function {
            state.unfinished.insert(order_of(sequence_number), before);
        }
    }

    /// Notes that `records` are finished, and moves the checkpoint.
    pub(super) fn finish(&self, records: &[StreamRecord]) {
        for record in records {
            self.lock().unfinished.remove(&order_of(&record.sequence_number));
        }
        self.save();
    }

    /// Moves the checkpoint to the last record before which every record is finished.
    pub(super) fn save(&self) {
        let state = self.lock();
        let finished = state.unfinished.first_key_value().map_or(&state.last, |(_, before)| before);
        if let Some(number) = finished {
            self.checkpoints.set(&self.consumer, &self.stream_arn, &self.shard_id, number);
        }
    }

    /// Locks the state and ignores poisoning: each change is a single insertion or removal.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::time::UNIX_EPOCH;

    use serde_json::Value;

    use super::*;

    #[test]
    fn the_checkpoint_stays_before_the_oldest_record_that_is_not_finished() {
        let checkpoints = Arc::new(Checkpoints::in_memory());
        checkpoints.set("count", "stream", "shard", "7");
        let open = || {
            Progress::new(Arc::clone(&checkpoints), "count".to_owned(), "stream".into(), "shard".to_owned())
        };
        let finish = |progress: &Progress, number: &str| {
            let event = Value::Null;
            progress.finish(&[StreamRecord {
                sequence_number: number.to_owned(),
                created: UNIX_EPOCH,
                event,
            }]);
            checkpoints.get("count", "stream", "shard").expect("the checkpoint was set")
        };
        let progress = open();
        for (number, is_for_function) in
            [("8", true), ("9", false), ("10", true), ("11", true), ("12", false)]
        {
            progress.read(number, is_for_function);
        }
        assert_eq!(finish(&progress, "10"), "7");
        assert_eq!(finish(&progress, "8"), "10");
        assert_eq!(finish(&progress, "11"), "12");
    }
}
