//! Reads one shard of the stream and delivers its records.

use std::sync::Arc;
use std::time::Duration;

use aws_sdk_dynamodb::error::DisplayErrorContext;
use aws_sdk_dynamodbstreams::operation::get_shard_iterator::GetShardIteratorError;
use aws_sdk_dynamodbstreams::types::ShardIteratorType;
use tokio_util::sync::CancellationToken;

use super::delivery::{Delivery, Stopped, backoff};
use super::lanes::Lanes;
use super::progress::Progress;
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

/// Consumes a shard until the shard ends or `stop` is cancelled. Finishes calls in progress, and returns the
/// shard's id.
pub(super) async fn consume(
    mapping: Arc<StreamMapping>,
    stream_arn: Arc<str>,
    shard_id: String,
    stop: CancellationToken,
) -> String {
    let checkpoints = Arc::clone(&mapping.checkpoints);
    let consumer = mapping.settings.function.name.clone();
    let checkpoint = checkpoints.get(&consumer, &stream_arn, &shard_id);
    let delivery = Arc::new(Delivery {
        function: Arc::clone(&mapping.function),
        settings: mapping.settings.clone(),
        periods: mapping.periods.clone(),
        progress: Progress::new(checkpoints, consumer, Arc::clone(&stream_arn), shard_id.clone()),
        failures: Arc::clone(&mapping.failures),
        stream_arn,
        shard_id,
        started: mapping.started,
        stop,
    });
    let mut consumer = ShardConsumer {
        mapping: &mapping,
        delivery: Arc::clone(&delivery),
        position: checkpoint.map_or(Position::Start(mapping.settings.starting_position), Position::After),
        iterator: None,
        is_read: false,
        lanes: Lanes::new(Arc::clone(&delivery)),
    };
    if let Ok(()) = consumer.run().await {
        tracing::debug!(delivery.shard_id, "the shard has ended");
    }
    consumer.lanes.finish().await;
    delivery.shard_id.clone()
}

struct ShardConsumer<'a> {
    mapping: &'a StreamMapping,
    delivery: Arc<Delivery>,
    position: Position,
    iterator: Option<String>,
    /// True if the shard has no further records to read.
    is_read: bool,
    lanes: Lanes,
}

impl ShardConsumer<'_> {
    async fn run(&mut self) -> Result<(), Stopped> {
        let mut changes = self.mapping.changes.subscribe();
        let mut failures = 0;
        loop {
            self.lanes.start(self.is_read);
            let may_read = !self.is_read && self.lanes.has_room();
            if may_read {
                // Mark before reading, so that a write during the read still wakes this loop.
                changes.mark_unchanged();
                let Ok(found) = self.read().await else {
                    failures += 1;
                    self.pause(backoff(&self.mapping.periods, failures)).await?;
                    continue;
                };
                failures = 0;
                if found > 0 || self.is_read {
                    continue;
                }
            }
            if self.is_read && self.lanes.is_idle() {
                return Ok(());
            }
            let poll = self.mapping.poll;
            let wait = self.lanes.patience().map_or(poll, |patience| patience.min(poll));
            tokio::select! {
                () = self.delivery.stop.cancelled() => return Err(Stopped),
                ended = self.lanes.ended() => ended?,
                _ = changes.changed(), if may_read => {}
                () = tokio::time::sleep(wait) => {}
            }
        }
    }

    /// Reads a page, adds the records that pass the filter, and returns the number of records on the page.
    async fn read(&mut self) -> Result<usize, ()> {
        let iterator = match self.iterator.take() {
            Some(iterator) => iterator,
            None => self.new_iterator().await?,
        };
        let page = self.mapping.page(iterator).await.map_err(|error| self.report(&error))?;
        let found = page.records.len();
        for record in page.records {
            let Some(number) = record.sequence_number.clone() else { continue };
            let record =
                StreamRecord::passing(&self.mapping.settings.filter, record, &self.delivery.stream_arn);
            self.delivery.progress.read(&number, record.is_some());
            self.position = Position::After(number);
            if let Some(record) = record {
                let partition = record.key(&self.mapping.partition_key);
                self.lanes.add(record, partition);
            }
        }
        self.delivery.progress.save();
        self.is_read = page.next_iterator.is_none();
        self.iterator = page.next_iterator;
        Ok(found)
    }

    /// Requests a new iterator. This is needed after each failed read, because an iterator expires after 15 minutes.
    async fn new_iterator(&mut self) -> Result<String, ()> {
        let Delivery { stream_arn, shard_id, .. } = &*self.delivery;
        let request = self.mapping.streams.get_shard_iterator().stream_arn(&**stream_arn).shard_id(shard_id);
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
                        shard_id,
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
        tracing::warn!(self.delivery.shard_id, %error, "the stream can't be read, trying again");
    }

    async fn pause(&self, wait: Duration) -> Result<(), Stopped> {
        self.delivery.stop.run_until_cancelled(tokio::time::sleep(wait)).await.ok_or(Stopped)
    }
}
