//! Delivers batches of a shard, several at once.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinSet;

use super::delivery::{Delivery, Stopped};
use super::record::StreamRecord;
use super::waiting::{Batch, Waiting};

/// The batches of a shard that are under way, and the records that wait.
///
/// As many batches as the mapping's `ParallelizationFactor` are under way at once. Two of them never have
/// records of the same partition key, so a batch that is retried holds up its own keys only. This is stricter
/// than AWS, which keeps the order of each item, that is of partition and sort key ("Process DynamoDB records
/// with Lambda").
pub(super) struct Lanes {
    delivery: Arc<Delivery>,
    waiting: Waiting,
    under_way: JoinSet<Result<HashSet<String>, Stopped>>,
    /// The partition keys of the records that are under way.
    busy: HashSet<String>,
}

impl Lanes {
    pub(super) fn new(delivery: Arc<Delivery>) -> Self {
        Self { delivery, waiting: Waiting::default(), under_way: JoinSet::new(), busy: HashSet::new() }
    }

    pub(super) fn add(&mut self, record: StreamRecord, partition: String) {
        self.waiting.add(record, partition);
    }

    pub(super) fn is_idle(&self) -> bool {
        self.waiting.is_empty() && self.under_way.is_empty()
    }

    /// Returns true if more records should be read.
    pub(super) fn has_room(&self) -> bool {
        self.has_free_lane() && self.waiting.has_room(self.delivery.settings.batch_size)
    }

    fn has_free_lane(&self) -> bool {
        self.under_way.len() < self.delivery.settings.parallelization
    }

    /// Returns the time after which a batch is due. `None` if a batch has to end first, or if no records
    /// wait.
    pub(super) fn patience(&self) -> Option<Duration> {
        let settings = &self.delivery.settings;
        let patience = self.waiting.patience(settings.batch_size, settings.batching_window, &self.busy);
        patience.filter(|_| self.has_free_lane())
    }

    /// Starts the batches that are due, or, at the end of the shard, all that can start.
    pub(super) fn start(&mut self, is_end: bool) {
        while self.patience().is_some_and(|patience| is_end || patience.is_zero()) {
            let Batch { records, partitions } =
                self.waiting.take(self.delivery.settings.batch_size, &self.busy);
            self.busy.extend(partitions.iter().cloned());
            let delivery = Arc::clone(&self.delivery);
            self.under_way.spawn(async move { delivery.deliver(records).await.map(|()| partitions) });
        }
    }

    /// Waits until a batch has ended. Waits forever if none is under way.
    pub(super) async fn ended(&mut self) -> Result<(), Stopped> {
        match self.under_way.join_next().await {
            Some(Ok(partitions)) => {
                for partition in partitions? {
                    self.busy.remove(&partition);
                }
                Ok(())
            }
            Some(Err(error)) => std::panic::resume_unwind(error.into_panic()),
            None => std::future::pending().await,
        }
    }

    /// Waits until all batches have ended that are under way.
    pub(super) async fn finish(mut self) {
        while self.under_way.join_next().await.is_some() {}
    }
}

#[cfg(test)]
mod tests;
