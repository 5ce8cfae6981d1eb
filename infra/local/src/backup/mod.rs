//! Backups of a data folder, and restores from them, while the service runs or not.
//!
//! A backup is one `SQLite` file with the table and its stream at one moment. It contains no tokens and no keys.

mod epochs;
mod error;
mod present;
mod save;
mod staged;

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

pub use self::error::BackupError;
pub(crate) use self::present::Present;
pub use self::save::Saved;
pub(crate) use self::save::save;
pub(crate) use self::staged::Staged;
use crate::control::{self, Order};
use crate::data_dir::{DataDir, DataDirError};
use crate::engine::EmbeddedEngine;
use crate::mapping::checkpoint::Checkpoints;
use crate::template::Template;

/// A restore that was made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Restored {
    /// The folder with the data that were there before, or `None` if there were none.
    pub kept: Option<PathBuf>,
}

/// Writes a backup of the data folder `folder` to the new `file`. If a service uses the folder, the service writes it, while it
/// answers requests.
///
/// # Errors
/// Returns a [`BackupError`], and leaves no new file.
pub async fn backup(folder: &Path, file: &Path) -> Result<Saved, BackupError> {
    if !DataDir::has_database(folder) {
        return Err(BackupError::NoData { folder: folder.display().to_string() });
    }
    let file = absolute(file)?;
    match DataDir::open(folder) {
        Ok(data_dir) => tokio::task::spawn_blocking(move || save(&data_dir.database(), &file)).await?,
        Err(DataDirError::InUse { .. }) => Ok(control::ask(folder, &Order::Backup { file }).await?),
        Err(error) => Err(error.into()),
    }
}

/// Replaces the data in the data folder `folder` by those of the backup `file`. If a service uses the folder, the service does so.
/// Requests to it wait meanwhile.
///
/// # Errors
/// Returns a [`BackupError`]. Then the data are as they were.
pub async fn restore(folder: &Path, file: &Path) -> Result<Restored, BackupError> {
    let file = absolute(file)?;
    match DataDir::open(folder) {
        Ok(data_dir) => tokio::task::spawn_blocking(move || restore_stopped(&data_dir, &file)).await?,
        Err(DataDirError::InUse { .. }) => Ok(control::ask(folder, &Order::Restore { file }).await?),
        Err(error) => Err(error.into()),
    }
}

/// Restores a folder that no service uses.
fn restore_stopped(data_dir: &DataDir, file: &Path) -> Result<Restored, BackupError> {
    let staged = Staged::prepare(file, data_dir.path(), &Template::project()?.table)?;
    let database = data_dir.database();
    let is_new = !database.exists();
    let engine = EmbeddedEngine::in_file(&database)
        .map_err(|source| BackupError::Present { database: database.display().to_string(), source })?;
    // Its content does not matter any more, so it may be damaged.
    let checkpoints = Checkpoints::empty_in(data_dir.checkpoints());
    let (folder, failures) = (data_dir.path(), data_dir.failures());
    let present = Present { folder, database: &database, failures: &failures };
    let kept = present.replace(&engine, &checkpoints, &staged)?;
    if is_new {
        let _ = std::fs::remove_dir_all(&kept);
        return Ok(Restored { kept: None });
    }
    Ok(Restored { kept: Some(kept) })
}

/// The service has another working directory.
fn absolute(file: &Path) -> Result<PathBuf, BackupError> {
    std::path::absolute(file).map_err(|source| BackupError::Read { file: file.display().to_string(), source })
}
