//! Backups and restores of the running service.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Serialize;
use serde_json::Value;
use tokio::sync::Mutex;

use super::consumers::Consumers;
use super::gates::Gates;
use crate::backup::{BackupError, Present, Restored, Saved, Staged, save};
use crate::control::Order;
use crate::data_dir::DataDir;
use crate::dynamodb::Changes;
use crate::engine::EmbeddedEngine;
use crate::mapping::checkpoint::Checkpoints;
use crate::template::Table;

/// The parts of the service that a backup or a restore needs.
pub(super) struct Maintenance {
    pub(super) engine: Arc<EmbeddedEngine>,
    pub(super) checkpoints: Arc<Checkpoints>,
    pub(super) consumers: Consumers,
    pub(super) gates: Gates,
    pub(super) changes: Changes,
    pub(super) table: Table,
    /// Locked until an order that is under way at the end of the service is done.
    pub(super) data_dir: Arc<DataDir>,
    /// One order at a time.
    pub(super) busy: Mutex<()>,
}

impl Maintenance {
    /// Carries out an order. Returns the answer, or the text of the error.
    pub(super) async fn carry_out(self: Arc<Self>, order: Order) -> Result<Value, String> {
        let _busy = self.busy.lock().await;
        match order {
            Order::Backup { file } => answer(self.backup(file).await),
            Order::Restore { file } => answer(self.restore(&file).await),
        }
    }

    async fn backup(self: &Arc<Self>, file: PathBuf) -> Result<Saved, BackupError> {
        let this = Arc::clone(self);
        let saved = tokio::task::spawn_blocking(move || save(&this.data_dir.database(), &file)).await??;
        tracing::info!(file = %saved.file.display(), bytes = saved.bytes, "wrote a backup");
        Ok(saved)
    }

    /// Checks the backup while the service works, and stops everything only for the replacement itself.
    async fn restore(self: &Arc<Self>, file: &Path) -> Result<Restored, BackupError> {
        let (this, backup) = (Arc::clone(self), file.to_owned());
        let staged =
            tokio::task::spawn_blocking(move || Staged::prepare(&backup, this.data_dir.path(), &this.table))
                .await??;
        self.consumers.stop().await;
        let closed = self.gates.close().await;
        let this = Arc::clone(self);
        let replaced = tokio::task::spawn_blocking(move || this.replace(&staged)).await;
        drop(closed);
        self.consumers.start();
        self.changes.announce();
        let kept = replaced??;
        tracing::info!(file = %file.display(), kept = %kept.display(), "restored a backup");
        Ok(Restored { kept: Some(kept) })
    }

    fn replace(&self, staged: &Staged) -> Result<PathBuf, BackupError> {
        let (database, failures) = (self.data_dir.database(), self.data_dir.failures());
        let present = Present { folder: self.data_dir.path(), database: &database, failures: &failures };
        present.replace(&self.engine, &self.checkpoints, staged)
    }
}

fn answer<A: Serialize>(result: Result<A, BackupError>) -> Result<Value, String> {
    let answer = result.map_err(|error| error.to_string())?;
    serde_json::to_value(answer).map_err(|error| error.to_string())
}
