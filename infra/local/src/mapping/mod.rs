//! The event source mapping: brings the table's stream to a function, as Lambda does.
//!
//! The rules are those of these pages of the Lambda developer guide: "Process DynamoDB records with Lambda",
//! "Configuring partial batch response with DynamoDB and Lambda", "Retain discarded records for a DynamoDB event source
//! in Lambda" and "Using event filtering with a DynamoDB event source". The stream is read through the SDK, so any
//! engine will do.

mod batch;
pub(crate) mod checkpoint;
mod delivery;
pub(crate) mod destination;
pub(crate) mod filter;
mod record;
mod response;
mod shard;

use std::collections::HashSet;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use aws_sdk_dynamodb::error::DisplayErrorContext;
use aws_sdk_dynamodbstreams::types::Shard;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use self::checkpoint::Checkpoints;
use self::destination::FailureDestination;
use crate::dynamodb::Changes;
use crate::invoke::Invoke;
use crate::options::Periods;
use crate::template;

/// How long to wait before the stream's shards are listed again when none has ended. A shard that is split ends, so
/// this is for a stream that is not ready yet.
const SHARD_LIST_PERIOD: Duration = Duration::from_secs(10);

/// One mapping and what it works with.
pub(crate) struct StreamMapping {
    pub(crate) function: Arc<dyn Invoke>,
    pub(crate) settings: template::Mapping,
    pub(crate) periods: Periods,
    /// When the service started.
    pub(crate) started: SystemTime,
    pub(crate) checkpoints: Arc<Checkpoints>,
    pub(crate) failures: Arc<FailureDestination>,
    pub(crate) changes: Changes,
    pub(crate) table_name: String,
    pub(crate) dynamodb: aws_sdk_dynamodb::Client,
    pub(crate) streams: aws_sdk_dynamodbstreams::Client,
}

/// Runs the mapping until `stop`. Batches under way are finished first.
pub(crate) async fn run(mapping: StreamMapping, stop: CancellationToken) {
    let mapping = Arc::new(mapping);
    let Some(Some(stream_arn)) = stop.run_until_cancelled(mapping.stream_arn()).await else { return };
    let stream_arn: Arc<str> = stream_arn.into();
    let mut started = HashSet::new();
    let mut ended = HashSet::new();
    let mut shards = JoinSet::new();
    while !stop.is_cancelled() {
        for shard in mapping.list_shards(&stream_arn).await {
            let Some(id) = shard.shard_id.clone() else { continue };
            if may_start(&shard, &ended) && started.insert(id.clone()) {
                shards.spawn(shard::consume(Arc::clone(&mapping), Arc::clone(&stream_arn), id, stop.clone()));
            }
        }
        tokio::select! {
            () = stop.cancelled() => {}
            Some(end) = shards.join_next() => match end {
                Ok(id) => { ended.insert(id); }
                Err(error) => tracing::error!(%error, "a shard's consumer ended by itself"),
            },
            () = tokio::time::sleep(SHARD_LIST_PERIOD) => {}
        }
    }
    while shards.join_next().await.is_some() {}
}

/// A shard's parent comes first: its records are older ("Reading and processing a stream", DynamoDB developer guide).
/// A parent that is no longer listed has been trimmed away.
fn may_start(shard: &ListedShard, ended: &HashSet<String>) -> bool {
    !shard.parent_is_listed || shard.parent.as_ref().is_none_or(|parent| ended.contains(parent))
}

struct ListedShard {
    shard_id: Option<String>,
    parent: Option<String>,
    parent_is_listed: bool,
}

impl StreamMapping {
    /// The stream of the table. `None` where it has none.
    async fn stream_arn(&self) -> Option<String> {
        loop {
            match self.dynamodb.describe_table().table_name(&self.table_name).send().await {
                Ok(answer) => {
                    let arn = answer.table.and_then(|table| table.latest_stream_arn);
                    if arn.is_none() {
                        tracing::error!(table = self.table_name, "the table has no stream to consume");
                    }
                    return arn;
                }
                Err(error) => {
                    tracing::warn!(error = %DisplayErrorContext(error), "the table cannot be described, trying again");
                    tokio::time::sleep(self.periods.retry_max).await;
                }
            }
        }
    }

    async fn list_shards(&self, stream_arn: &str) -> Vec<ListedShard> {
        let mut shards: Vec<Shard> = Vec::new();
        let mut after = None;
        loop {
            let request =
                self.streams.describe_stream().stream_arn(stream_arn).set_exclusive_start_shard_id(after);
            match request.send().await.map(|answer| answer.stream_description) {
                Ok(description) => {
                    let description = description.unwrap_or_else(|| {
                        aws_sdk_dynamodbstreams::types::StreamDescription::builder().build()
                    });
                    after = description.last_evaluated_shard_id;
                    shards.extend(description.shards.unwrap_or_default());
                }
                Err(error) => {
                    tracing::warn!(error = %DisplayErrorContext(error), "the stream cannot be described");
                    after = None;
                }
            }
            if after.is_none() {
                return with_parents(shards);
            }
        }
    }
}

fn with_parents(shards: Vec<Shard>) -> Vec<ListedShard> {
    let ids: HashSet<_> = shards.iter().filter_map(|shard| shard.shard_id.clone()).collect();
    let listed = |shard: Shard| ListedShard {
        parent_is_listed: shard.parent_shard_id.as_ref().is_some_and(|parent| ids.contains(parent)),
        shard_id: shard.shard_id,
        parent: shard.parent_shard_id,
    };
    shards.into_iter().map(listed).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shard(id: &str, parent: Option<&str>) -> Shard {
        Shard::builder().shard_id(id).set_parent_shard_id(parent.map(str::to_owned)).build()
    }

    fn startable(shards: Vec<Shard>, ended: &[&str]) -> Vec<String> {
        let ended = ended.iter().map(|&id| id.to_owned()).collect();
        with_parents(shards)
            .into_iter()
            .filter(|shard| may_start(shard, &ended))
            .filter_map(|shard| shard.shard_id)
            .collect()
    }

    #[test]
    fn a_child_waits_for_its_parent() {
        let shards = || vec![shard("parent", None), shard("child", Some("parent"))];
        assert_eq!(startable(shards(), &[]), ["parent"]);
        assert_eq!(startable(shards(), &["parent"]), ["parent", "child"]);
    }

    #[test]
    fn a_child_whose_parent_was_trimmed_starts() {
        assert_eq!(startable(vec![shard("child", Some("gone"))], &[]), ["child"]);
    }
}
