//! The folder that holds the data, for one process at a time.

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};

/// Why a data folder cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum DataDirError {
    /// Another process has it.
    #[error(
        "the data folder {path} is in use by another favorites service; end that one or give this one another --data-dir"
    )]
    InUse {
        /// The folder.
        path: String,
    },
    /// It can be neither made nor written.
    #[error("the data folder {path}: {source}")]
    Io {
        /// The folder.
        path: String,
        /// What the system says.
        source: std::io::Error,
    },
}

/// A data folder that is this process's until it is dropped.
#[derive(Debug)]
pub(crate) struct DataDir {
    path: PathBuf,
    /// Locked. The system lets go of the lock with the file, also when the process is killed.
    _lock: File,
}

impl DataDir {
    /// Makes the folder where there is none and locks it.
    pub(crate) fn open(path: &Path) -> Result<Self, DataDirError> {
        let name = || path.display().to_string();
        let failed = |source| DataDirError::Io { path: name(), source };
        std::fs::create_dir_all(path).map_err(failed)?;
        let lock = File::options()
            .create(true)
            .truncate(false)
            .write(true)
            .open(path.join("lock"))
            .map_err(failed)?;
        match lock.try_lock() {
            Ok(()) => Ok(Self { path: path.to_owned(), _lock: lock }),
            Err(TryLockError::WouldBlock) => Err(DataDirError::InUse { path: name() }),
            Err(TryLockError::Error(error)) => Err(failed(error)),
        }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn database(&self) -> PathBuf {
        self.path.join("dynamodb.sqlite")
    }

    pub(crate) fn checkpoints(&self) -> PathBuf {
        self.path.join("checkpoints.json")
    }

    pub(crate) fn failures(&self) -> PathBuf {
        self.path.join("failed")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_holder_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("data");
        let first = DataDir::open(&path).unwrap();
        let error = DataDir::open(&path).unwrap_err();
        assert!(matches!(error, DataDirError::InUse { .. }), "{error}");
        drop(first);
        DataDir::open(&path).unwrap();
    }

    #[test]
    fn a_file_in_its_place_is_an_error() {
        let file = tempfile::NamedTempFile::new().unwrap();
        assert!(matches!(DataDir::open(file.path()), Err(DataDirError::Io { .. })));
    }
}
