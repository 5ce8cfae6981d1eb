//! Writes a backup.

use std::fs::File;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::error::BackupError;
use crate::engine::snapshot;

/// A backup that was written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Saved {
    /// The file.
    pub file: PathBuf,
    /// The size of the file in bytes.
    pub bytes: u64,
}

/// Writes the data of `database` at one moment to the new `file`. The service can write to the database meanwhile. Only the file's
/// owner can read it. The file has its name only when it is complete and on the disk.
pub(crate) fn save(database: &Path, file: &Path) -> Result<Saved, BackupError> {
    let name = || file.display().to_string();
    let unwritable = |source: std::io::Error| match source.kind() {
        ErrorKind::AlreadyExists => BackupError::Exists { file: name() },
        _ => BackupError::Write { file: name(), source },
    };
    // Also says so if it is a folder or a link to nothing.
    if file.symlink_metadata().is_ok() {
        return Err(BackupError::Exists { file: name() });
    }
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let new =
        tempfile::Builder::new().prefix(".favorites-backup-").tempfile_in(folder).map_err(unwritable)?;
    snapshot::save(database, new.path()).map_err(|source| BackupError::Copy {
        database: database.display().to_string(),
        file: name(),
        source,
    })?;
    // `SQLite` does not wait for the disk.
    File::open(new.path()).and_then(|written| written.sync_all()).map_err(unwritable)?;
    let saved = new.persist_noclobber(file).map_err(|error| unwritable(error.error))?;
    let bytes = saved.metadata().map_err(unwritable)?.len();
    Ok(Saved { file: file.to_owned(), bytes })
}
