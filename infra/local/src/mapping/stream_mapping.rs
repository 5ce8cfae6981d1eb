//! A mapping with its settings and connections.

use std::sync::Arc;
use std::time::SystemTime;

use aws_sdk_dynamodb::error::DisplayErrorContext;

use super::checkpoint::Checkpoints;
use super::destination::FailureDestination;
use crate::dynamodb::Changes;
use crate::invoke::Invoke;
use crate::options::Periods;
use crate::template;

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
    pub(crate) table_name: String,
    pub(crate) streams: aws_sdk_dynamodbstreams::Client,
}

impl StreamMapping {
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
