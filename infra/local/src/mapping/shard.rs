//! Reads one shard of the stream and delivers its records.

use std::sync::Arc;
use std::time::Duration;

use aws_sdk_dynamodb::error::DisplayErrorContext;
use aws_sdk_dynamodbstreams::operation::get_shard_iterator::GetShardIteratorError;
use aws_sdk_dynamodbstreams::types::ShardIteratorType;
use tokio_util::sync::CancellationToken;

use super::batch::Batch;
use super::delivery::{Delivery, Stopped, backoff};
use super::record::StreamRecord;
use super::stream_mapping::StreamMapping;
use crate::template::StartingPosition;

/// The position at which reading a shard continues.
enum Position {
    /// The mapping's starting position, in a shard without a checkpoint.
    Start(StartingPosition),
    /// The position after the record with this sequence number.
    After(String),
}

/// Consumes a shard until the shard ends or `stop` is cancelled. Returns the shard's id.
pub(super) async fn consume(
    mapping: Arc<StreamMapping>,
    stream_arn: Arc<str>,
    shard_id: String,
    stop: CancellationToken,
) -> String {
    let mut consumer = ShardConsumer::new(&mapping, &stream_arn, &shard_id, &stop);
    if let Ok(()) = consumer.run().await {
        tracing::debug!(shard_id, "the shard has ended");
    }
    shard_id
}

struct ShardConsumer<'a> {
    mapping: &'a StreamMapping,
    stream_arn: &'a str,
    shard_id: &'a str,
    stop: &'a CancellationToken,
    position: Position,
    iterator: Option<String>,
    batch: Batch,
}

impl<'a> ShardConsumer<'a> {
    fn new(
        mapping: &'a StreamMapping,
        stream_arn: &'a str,
        shard_id: &'a str,
        stop: &'a CancellationToken,
    ) -> Self {
        let checkpoint = mapping.checkpoints.get(&mapping.settings.function.name, stream_arn, shard_id);
        let position =
            checkpoint.map_or(Position::Start(mapping.settings.starting_position), Position::After);
        Self { mapping, stream_arn, shard_id, stop, position, iterator: None, batch: Batch::default() }
    }

    async fn run(&mut self) -> Result<(), Stopped> {
        let mut changes = self.mapping.changes.subscribe();
        let mut failures = 0;
        loop {
            // Mark before reading, so that a write during the read still wakes this loop.
            changes.mark_unchanged();
            let Ok(found) = self.read().await else {
                failures += 1;
                self.pause(backoff(&self.mapping.periods, failures)).await?;
                continue;
            };
            failures = 0;
            let ended = self.iterator.is_none();
            if self.deliver_if_due(ended).await? || found > 0 {
                continue;
            }
            if ended {
                return Ok(());
            }
            let wait = self.patience().map_or(self.mapping.poll, |patience| patience.min(self.mapping.poll));
            tokio::select! {
                () = self.stop.cancelled() => return Err(Stopped),
                _ = changes.changed() => {}
                () = tokio::time::sleep(wait) => {}
            }
        }
    }

    fn patience(&self) -> Option<Duration> {
        self.batch.patience(self.mapping.settings.batch_size, self.mapping.settings.batching_window)
    }

    /// Reads a page, keeps the records that pass the filter, and returns the number of records on the page.
    async fn read(&mut self) -> Result<usize, ()> {
        let iterator = match self.iterator.take() {
            Some(iterator) => iterator,
            None => self.new_iterator().await?,
        };
        let page = self.mapping.page(iterator).await.map_err(|error| self.report(&error))?;
        let found = page.records.len();
        for record in page.records {
            if let Some(number) = &record.sequence_number {
                self.position = Position::After(number.clone());
            }
            let filter = &self.mapping.settings.filter;
            if let Some(record) = StreamRecord::passing(filter, record, self.stream_arn) {
                self.batch.add(record);
            }
        }
        self.iterator = page.next_iterator;
        self.move_checkpoint();
        Ok(found)
    }

    /// Requests a new iterator. This is needed after each failed read, because an iterator expires after 15 minutes.
    async fn new_iterator(&mut self) -> Result<String, ()> {
        let request =
            self.mapping.streams.get_shard_iterator().stream_arn(self.stream_arn).shard_id(self.shard_id);
        let request = match &self.position {
            Position::After(number) => {
                request.shard_iterator_type(ShardIteratorType::AfterSequenceNumber).sequence_number(number)
            }
            Position::Start(StartingPosition::TrimHorizon) => {
                request.shard_iterator_type(ShardIteratorType::TrimHorizon)
            }
            Position::Start(StartingPosition::Latest) => {
                request.shard_iterator_type(ShardIteratorType::Latest)
            }
        };
        match request.send().await {
            Ok(answer) => answer.shard_iterator.ok_or(()),
            Err(error) => {
                if error
                    .as_service_error()
                    .is_some_and(GetShardIteratorError::is_trimmed_data_access_exception)
                {
                    tracing::warn!(
                        shard_id = self.shard_id,
                        "the stream no longer contains the records after the checkpoint"
                    );
                    self.position = Position::Start(StartingPosition::TrimHorizon);
                }
                self.report(&DisplayErrorContext(&error));
                Err(())
            }
        }
    }

    fn report(&self, error: &dyn std::fmt::Display) {
        tracing::warn!(shard_id = self.shard_id, %error, "the stream can't be read, trying again");
    }

    /// Delivers the batch if it is due, or if the shard has ended. Returns true if it delivered records.
    async fn deliver_if_due(&mut self, ended: bool) -> Result<bool, Stopped> {
        let due = self.patience().is_some_and(|patience| ended || patience.is_zero());
        if !due {
            return Ok(false);
        }
        let delivery = Delivery {
            function: &*self.mapping.function,
            settings: &self.mapping.settings,
            periods: &self.mapping.periods,
            checkpoints: &self.mapping.checkpoints,
            failures: &self.mapping.failures,
            stream_arn: self.stream_arn,
            shard_id: self.shard_id,
            started: self.mapping.started,
            stop: self.stop,
        };
        for portion in self.batch.take(self.mapping.settings.batch_size) {
            delivery.deliver(portion).await?;
        }
        self.move_checkpoint();
        Ok(true)
    }

    /// Moves the checkpoint to the position if no records wait. Deliveries only move it to records that pass
    /// the filter. With this, the next start does not read the others again, and they can be deleted.
    fn move_checkpoint(&self) {
        if let (Position::After(number), 0) = (&self.position, self.batch.len()) {
            let consumer = &self.mapping.settings.function.name;
            self.mapping.checkpoints.set(consumer, self.stream_arn, self.shard_id, number);
        }
    }

    async fn pause(&self, wait: Duration) -> Result<(), Stopped> {
        self.stop.run_until_cancelled(tokio::time::sleep(wait)).await.ok_or(Stopped)
    }
}
