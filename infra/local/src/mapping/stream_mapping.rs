//! A mapping with its settings and connections.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use aws_sdk_dynamodb::error::{DisplayErrorContext, SdkError};
use aws_sdk_dynamodbstreams::operation::get_records::GetRecordsError;
use dynoxide::DynoxideError;

use super::checkpoint::Checkpoints;
use super::destination::FailureDestination;
use super::record::RawRecord;
use crate::dynamodb::{Changes, Endpoint};
use crate::invoke::Invoke;
use crate::options::Periods;
use crate::template;

/// The most records of one page. `GetRecords` allows 1,000 (DynamoDB Streams API reference), but a record takes
/// several times its size in memory until it is filtered out. About one record in four is of a favorite, so
/// 300 records fill most of a batch of 100.
const MAX_PAGE: usize = 300;

/// A mapping with its settings and connections.
#[derive(Clone)]
pub(crate) struct StreamMapping {
    pub(crate) function: Arc<dyn Invoke>,
    pub(crate) settings: template::Mapping,
    pub(crate) periods: Periods,
    /// The time at which the mapping started.
    pub(crate) started: SystemTime,
    pub(crate) checkpoints: Arc<Checkpoints>,
    pub(crate) failures: Arc<FailureDestination>,
    pub(crate) changes: Changes,
    /// The longest time between two reads of the stream.
    pub(crate) poll: Duration,
    pub(crate) table_name: String,
    /// The attribute that is the table's partition key.
    pub(crate) partition_key: String,
    pub(crate) streams: aws_sdk_dynamodbstreams::Client,
    /// The embedded engine. The mapping reads its records without the SDK.
    pub(crate) engine: Option<Arc<Endpoint>>,
}

/// A page of records.
pub(super) struct RecordPage {
    pub(super) records: Vec<RawRecord>,
    /// `None` at the end of the shard.
    pub(super) next_iterator: Option<String>,
}

/// A page can't be read.
#[derive(Debug, thiserror::Error)]
pub(super) enum PageError {
    #[error("{}", DisplayErrorContext(.0))]
    Sdk(#[source] Box<SdkError<GetRecordsError>>),
    #[error(transparent)]
    Engine(#[from] DynoxideError),
}

impl StreamMapping {
    /// Reads the records after an iterator.
    pub(super) async fn page(&self, iterator: String) -> Result<RecordPage, PageError> {
        if let Some(engine) = &self.engine {
            let page = engine.records(iterator, MAX_PAGE).await?;
            let records = page.records.into_iter().map(RawRecord::from).collect();
            return Ok(RecordPage { records, next_iterator: page.next_shard_iterator });
        }
        let limit = i32::try_from(MAX_PAGE).unwrap_or(i32::MAX);
        let page = self.streams.get_records().shard_iterator(iterator).limit(limit).send().await;
        let page = page.map_err(|error| PageError::Sdk(Box::new(error)))?;
        let records = page.records.unwrap_or_default().into_iter().map(RawRecord::from).collect();
        Ok(RecordPage { records, next_iterator: page.next_shard_iterator })
    }

    /// Returns the ARN of the table's stream, or `None` if the table has no stream.
    ///
    /// `ListStreams` gives it at once, while the embedded engine counts all items for a `DescribeTable`.
    pub(super) async fn stream_arn(&self) -> Option<String> {
        loop {
            match self.streams.list_streams().table_name(&self.table_name).send().await {
                Ok(answer) => {
                    let stream = answer.streams.unwrap_or_default().pop();
                    let arn = stream.and_then(|stream| stream.stream_arn);
                    if arn.is_none() {
                        tracing::error!(table = self.table_name, "the table has no stream to consume");
                    }
                    return arn;
                }
                Err(error) => {
                    tracing::warn!(error = %DisplayErrorContext(error), "the streams can't be listed, trying again");
                    tokio::time::sleep(self.periods.retry_max).await;
                }
            }
        }
    }
}
