//! The data that a restore replaces. They stay in the data folder.

use std::path::{Path, PathBuf};

use time::OffsetDateTime;
use time::macros::format_description;

use super::error::BackupError;
use super::save::save;
use super::staged::Staged;
use crate::data_dir::DATABASE;
use crate::engine::EmbeddedEngine;
use crate::mapping::checkpoint::Checkpoints;

/// The files of a data folder that a restore replaces.
pub(crate) struct Present<'a> {
    pub(crate) folder: &'a Path,
    pub(crate) database: &'a Path,
    /// The folder of the stream records that the consumers could not process.
    pub(crate) failures: &'a Path,
}

impl Present<'_> {
    /// Replaces the data by those of `staged`, and returns the folder that has the data from before. Nothing else may write meanwhile.
    ///
    /// The consumers read the stream of the restored table from its start. They count a record that they had counted before the backup
    /// only once, and the positions that they have now belong to another stream.
    pub(crate) fn replace(
        &self,
        engine: &EmbeddedEngine,
        checkpoints: &Checkpoints,
        staged: &Staged,
    ) -> Result<PathBuf, BackupError> {
        let kept = self.folder.join(folder_name(OffsetDateTime::now_utc()));
        let unwritable = |source| BackupError::Write { file: kept.display().to_string(), source };
        std::fs::create_dir(&kept).map_err(unwritable)?;
        let replaced = self.replace_beside(&kept, engine, checkpoints, staged);
        if replaced.is_err() {
            // The present data are still in their place.
            let _ = std::fs::remove_dir_all(&kept);
        }
        replaced.map(|()| kept)
    }

    fn replace_beside(
        &self,
        kept: &Path,
        engine: &EmbeddedEngine,
        checkpoints: &Checkpoints,
        staged: &Staged,
    ) -> Result<(), BackupError> {
        save(self.database, &kept.join(DATABASE))?;
        checkpoints
            .clear()
            .map_err(|source| BackupError::Write { file: self.folder.display().to_string(), source })?;
        engine.restore(&staged.path()).map_err(|source| BackupError::Present {
            database: self.database.display().to_string(),
            source,
        })?;
        if self.failures.exists()
            && let Err(error) = std::fs::rename(self.failures, kept.join("failed"))
        {
            tracing::warn!(%error, "the failed stream records from before the restore can't be moved away");
        }
        Ok(())
    }
}

fn folder_name(now: OffsetDateTime) -> String {
    let format =
        format_description!("before-restore-[year][month][day]T[hour][minute][second].[subsecond digits:3]Z");
    now.format(format).unwrap_or_else(|_| format!("before-restore-{}", now.unix_timestamp()))
}
