//! A checked copy of a backup, which is ready to replace the data.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::epochs;
use super::error::BackupError;
use crate::data_dir::DATABASE;
use crate::engine::{EmbeddedEngine, snapshot};
use crate::table;
use crate::template::Table;

/// The name of the folder for the copy. Only one restore at a time can use a data folder.
const STAGING: &str = "restore-staging";

/// A copy of a backup in the data folder. It is deleted when this is dropped.
pub(crate) struct Staged {
    folder: TempDir,
}

impl Staged {
    /// Copies the backup `file` into `data_folder` and checks the copy: that it is whole, that this version can read it, and that it
    /// contains `table`. Brings the copy to the form of this version, and has the numbering of changes begin again.
    pub(crate) fn prepare(file: &Path, data_folder: &Path, table: &Table) -> Result<Self, BackupError> {
        let name = || file.display().to_string();
        let mut source =
            std::fs::File::open(file).map_err(|source| BackupError::Read { file: name(), source })?;
        let unwritable = |source| BackupError::Write { file: data_folder.display().to_string(), source };
        let folder = staging_folder(data_folder).map_err(unwritable)?;
        let staged = Self { folder };
        let copy = staged.path();
        let mut target = std::fs::File::create(&copy).map_err(unwritable)?;
        std::io::copy(&mut source, &mut target)
            .map_err(|source| BackupError::Read { file: name(), source })?;
        drop(target);
        if let Some(damage) = snapshot::damage(&copy) {
            return Err(BackupError::Damaged { file: name(), damage });
        }
        let engine = EmbeddedEngine::in_file(&copy)
            .map_err(|source| BackupError::Unreadable { file: name(), source })?;
        match table::stored_differences(&engine.database(), table, &table.name)? {
            None => Err(BackupError::OtherData { file: name(), table: table.name.clone() }),
            Some(differences) if differences.is_empty() => {
                epochs::forget(&engine.database(), &table.name)?;
                Ok(staged)
            }
            Some(differences) => Err(BackupError::OtherVersion { file: name(), differences }),
        }
    }

    /// Returns the path of the copy.
    pub(crate) fn path(&self) -> PathBuf {
        self.folder.path().join(DATABASE)
    }
}

/// Creates the folder for the copy. One that a killed restore has left is deleted.
fn staging_folder(data_folder: &Path) -> std::io::Result<TempDir> {
    match std::fs::remove_dir_all(data_folder.join(STAGING)) {
        Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    tempfile::Builder::new().prefix(STAGING).rand_bytes(0).tempdir_in(data_folder)
}
