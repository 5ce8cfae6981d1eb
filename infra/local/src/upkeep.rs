//! Periodic tasks: the expiry of items, and the deletion of old stream records.

use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use dynoxide::Database;

use crate::dynamodb::Changes;
use crate::engine::StreamTrimmer;
use crate::mapping::checkpoint::Checkpoints;

/// The time between two sweeps, as a factor of the time that a sweep takes.
const BETWEEN_SWEEPS: u32 = 20;

/// Deletes expired items as DynamoDB does: their stream records name the DynamoDB service as the user.
///
/// A sweep reads the whole table. With many items, sweeps are rarer, so that they don't take more than a twentieth of a core.
pub(crate) async fn sweep_ttl(database: Database, changes: Changes, period: Duration) {
    let mut wait = period;
    loop {
        tokio::time::sleep(wait).await;
        let database = database.clone();
        let begin = Instant::now();
        match tokio::task::spawn_blocking(move || database.sweep_ttl()).await {
            Ok(Ok(0)) => {}
            Ok(Ok(expired)) => {
                tracing::debug!(expired, "deleted expired items");
                changes.announce();
            }
            Ok(Err(error)) => tracing::error!(%error, "the sweep of expired items failed"),
            Err(error) => tracing::error!(%error, "the sweep of expired items failed"),
        }
        wait = period.max(begin.elapsed() * BETWEEN_SWEEPS);
    }
}

/// Deletes old stream records that every consumer has finished.
pub(crate) async fn trim_stream(
    trimmer: StreamTrimmer,
    checkpoints: Arc<Checkpoints>,
    consumers: Vec<String>,
    period: Duration,
) {
    loop {
        if let Some(consumed) = checkpoints.consumed_by_all(&consumers) {
            let trimmer = trimmer.clone();
            match tokio::task::spawn_blocking(move || trimmer.trim(&consumed, SystemTime::now())).await {
                Ok(Ok(dropped)) => tracing::debug!(dropped, "dropped old stream records"),
                Ok(Err(error)) => tracing::error!(%error, "old stream records cannot be dropped"),
                Err(error) => tracing::error!(%error, "old stream records cannot be dropped"),
            }
        }
        tokio::time::sleep(period).await;
    }
}
