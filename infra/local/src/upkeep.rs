//! Periodic tasks: the expiry of items and objects, and the work on the file of the engine.

use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use crate::dynamodb::Changes;
use crate::engine::{Compaction, EngineError, ExpirySweep, StreamTrimmer};
use crate::gate::Gate;
use crate::mapping::checkpoint::Checkpoints;
use crate::s3::Expiry;

/// The time between two sweeps, as a factor of the time that a sweep takes.
const BETWEEN_SWEEPS: u32 = 20;

/// The time between two steps of the work on the file, as a factor of the time that a step takes.
const BETWEEN_STEPS: u32 = 2;

/// Deletes expired items as DynamoDB does: their stream records name the DynamoDB service as the user.
///
/// With many items, sweeps are rarer, so that they don't take more than a twentieth of a core.
pub(crate) async fn sweep_ttl(mut sweep: ExpirySweep, changes: Changes, period: Duration) {
    let mut wait = period;
    loop {
        tokio::time::sleep(wait).await;
        let begin = Instant::now();
        let swept = tokio::task::spawn_blocking(move || {
            let expired = sweep.run(SystemTime::now());
            (sweep, expired)
        });
        match swept.await {
            Ok((back, expired)) => {
                sweep = back;
                match expired {
                    Ok(0) => {}
                    Ok(expired) => {
                        tracing::debug!(expired, "deleted expired items");
                        changes.announce();
                    }
                    Err(error) => tracing::error!(%error, "expired items can't be deleted, trying again"),
                }
            }
            Err(error) => {
                tracing::error!(%error, "expired items can't be deleted until the next start");
                return;
            }
        }
        wait = period.max(begin.elapsed() * BETWEEN_SWEEPS);
    }
}

/// Deletes the objects, and aborts the multipart uploads, that the lifecycle rules of the bucket name: at the start, and then in
/// each period.
pub(crate) async fn expire_files(expiry: Arc<Expiry>, period: Duration) {
    loop {
        let sweep = Arc::clone(&expiry);
        match tokio::task::spawn_blocking(move || sweep.enforce(SystemTime::now())).await {
            Ok(Ok(0)) => {}
            Ok(Ok(expired)) => tracing::debug!(expired, "deleted expired objects and uploads"),
            Ok(Err(error)) => tracing::error!(%error, "the sweep of expired objects failed, trying again"),
            Err(error) => tracing::error!(%error, "the sweep of expired objects failed, trying again"),
        }
        tokio::time::sleep(period).await;
    }
}

/// The work on the file of the engine.
pub(crate) struct FileWork {
    pub(crate) trimmer: StreamTrimmer,
    pub(crate) compaction: Compaction,
    pub(crate) checkpoints: Arc<Checkpoints>,
    /// The consumers that must have finished a stream record before it is deleted.
    pub(crate) consumers: Vec<String>,
    /// The position of the consumers up to which all records are deleted.
    pub(crate) trimmed: Option<String>,
}

impl FileWork {
    /// Writes the checkpoints and takes one step of the other work. Returns true if there is more to do at
    /// once.
    fn step(&mut self) -> bool {
        let consumed = self.checkpoints.consumed_by_all(&self.consumers);
        if let Err(error) = self.checkpoints.write_changes() {
            tracing::error!(%error, "the stream's checkpoints can't be written, trying again");
        }
        self.free(consumed).unwrap_or_else(|error| {
            tracing::error!(%error, "unused space in the database can't be reclaimed, trying again");
            false
        })
    }

    fn free(&mut self, consumed: Option<String>) -> Result<bool, EngineError> {
        if consumed != self.trimmed {
            if let Some(consumed) = &consumed
                && self.trimmer.trim(consumed)?
            {
                return Ok(true);
            }
            if self.trimmer.shrink()? {
                return Ok(true);
            }
            self.trimmed = consumed;
        }
        self.compaction.run().map(|()| false)
    }
}

/// Writes the checkpoints, deletes the stream records that every consumer has finished, and reclaims unused
/// space.
///
/// It works in short steps and rests between them for longer than they take, so that no request waits for more than one step. It makes
/// no step while `gate` is closed, because the positions of the consumers may then belong to another stream.
pub(crate) async fn keep_file(mut work: FileWork, gate: Gate, period: Duration) {
    loop {
        let entered = gate.enter().await;
        let begin = Instant::now();
        let step = tokio::task::spawn_blocking(move || {
            let _entered = entered;
            let more = work.step();
            (work, more)
        });
        let more = match step.await {
            Ok((back, more)) => {
                work = back;
                more
            }
            Err(error) => {
                tracing::error!(%error, "old stream records and unused space stay until the next start");
                return;
            }
        };
        tokio::time::sleep(if more { begin.elapsed() * BETWEEN_STEPS } else { period }).await;
    }
}
