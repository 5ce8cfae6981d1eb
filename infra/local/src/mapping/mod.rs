//! The event source mapping: delivers the records of the table's stream to a function, as Lambda does.
//!
//! It follows these pages of the Lambda developer guide: "Process DynamoDB records with Lambda", "Configuring partial batch
//! response with DynamoDB and Lambda", "Retain discarded records for a DynamoDB event source in Lambda" and "Using event
//! filtering with a DynamoDB event source". It reads records from the embedded engine
//! directly, and from any other engine through the SDK.

pub(crate) mod checkpoint;
mod delivery;
pub(crate) mod destination;
pub(crate) mod filter;
mod lanes;
mod progress;
mod record;
mod response;
mod shard;
mod shard_list;
mod stream_mapping;
mod waiting;

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use self::shard_list::may_start;
pub(crate) use self::stream_mapping::StreamMapping;

/// The wait before the stream's shards are listed again if no shard has ended. Since a shard ends when it is split, this matters
/// only for a stream that is not ready yet.
const SHARD_LIST_PERIOD: Duration = Duration::from_secs(10);

/// Runs the mapping until `stop` is cancelled, and finishes calls in progress before it returns.
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
