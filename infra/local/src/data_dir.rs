//! The data folder, which only one process can use at a time.

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};

/// The data folder cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum DataDirError {
    /// Another process uses the folder.
    #[error(
        "the data folder {path} is in use by another favorites service; stop it, or choose another folder with --data-dir"
    )]
    InUse {
        /// The path of the folder.
        path: String,
    },
    /// The folder can't be created or written.
    #[error("the data folder {path} can't be created or written: {source}")]
    Io {
        /// The path of the folder.
        path: String,
        /// The error from the operating system.
        source: std::io::Error,
    },
}

/// A data folder that is locked for this process until this value is dropped.
#[derive(Debug)]
pub(crate) struct DataDir {
    path: PathBuf,
    /// The locked file. The operating system releases the lock when the file is closed, even if the process is killed.
    _lock: File,
}

impl DataDir {
    /// Creates the folder if it does not exist, and locks it.
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
