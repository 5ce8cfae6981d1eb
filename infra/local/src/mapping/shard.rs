//! Reads one shard of the stream and delivers its records.

use std::sync::Arc;
use std::time::{Duration, Instant};

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
    match consumer.run().await {
        Ok(()) => tracing::debug!(shard_id, "the shard has ended"),
        Err(Stopped) => consumer.save_position().await,
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
    /// The time of the last [`ShardConsumer::save_position`].
    position_saved: Instant,
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
        Self {
            mapping,
            stream_arn,
            shard_id,
            stop,
            position,
            iterator: None,
            batch: Batch::default(),
            position_saved: Instant::now(),
        }
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
            if self.position_saved.elapsed() >= self.mapping.periods.stream_trim {
                self.save_position().await;
            }
            if self.deliver_if_due(ended).await? || found > 0 {
                continue;
            }
            if ended {
                return Ok(());
            }
            let waits = self.patience().into_iter().chain(self.until_position_is_saved());
            let wait = waits.fold(self.mapping.poll, Duration::min);
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
            if let Err(stopped) = delivery.deliver(portion).await {
                // The records that were read and not delivered must be read again.
                self.position = Position::Start(self.mapping.settings.starting_position);
                return Err(stopped);
            }
        }
        Ok(true)
    }

    /// Saves the position if no records wait. Deliveries only save the positions of records that pass the filter. With this, the
    /// next start does not read the others again, and they can be deleted.
    async fn save_position(&mut self) {
        self.position_saved = Instant::now();
        if let Some(number) = self.unsaved_position() {
            let (consumer, checkpoints) = (&self.mapping.settings.function.name, &self.mapping.checkpoints);
            checkpoints.save(consumer, self.stream_arn, self.shard_id, number).await;
        }
    }

    fn unsaved_position(&self) -> Option<&String> {
        let (Position::After(number), 0) = (&self.position, self.batch.len()) else { return None };
        let consumer = &self.mapping.settings.function.name;
        let saved = self.mapping.checkpoints.get(consumer, self.stream_arn, self.shard_id);
        (saved.as_ref() != Some(number)).then_some(number)
    }

    /// Returns the time until [`save_position`](Self::save_position) is due, if it has something to save.
    fn until_position_is_saved(&self) -> Option<Duration> {
        let since = self.position_saved.elapsed();
        self.unsaved_position().map(|_| self.mapping.periods.stream_trim.saturating_sub(since))
    }

    async fn pause(&self, wait: Duration) -> Result<(), Stopped> {
        self.stop.run_until_cancelled(tokio::time::sleep(wait)).await.ok_or(Stopped)
    }
}
