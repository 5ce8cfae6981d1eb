//! The data folder, which only one process can use at a time.

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};

use crate::private_file;

/// The permissions of the data folder: its owner may do everything, and others nothing.
#[cfg(unix)]
pub(crate) const PRIVATE: u32 = 0o700;

/// The file with the table.
pub(crate) const DATABASE: &str = "dynamodb.sqlite";

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
    /// Creates the folder if it does not exist, makes it private, and locks it.
    ///
    /// On Unix, only its owner may list, read or write the folder (mode 0700). A folder with more permissions loses them, and the log
    /// says so.
    pub(crate) fn open(path: &Path) -> Result<Self, DataDirError> {
        let name = || path.display().to_string();
        let failed = |source| DataDirError::Io { path: name(), source };
        create_private(path).map_err(failed)?;
        narrow(path).map_err(failed)?;
        let lock = private_file::open_lock(&path.join("lock")).map_err(failed)?;
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
        self.path.join(DATABASE)
    }

    /// Returns true if there is a database in the folder `path`, which another process may use.
    pub(crate) fn has_database(path: &Path) -> bool {
        path.join(DATABASE).exists()
    }

    pub(crate) fn checkpoints(&self) -> PathBuf {
        self.path.join("checkpoints.json")
    }

    pub(crate) fn failures(&self) -> PathBuf {
        self.path.join("failed")
    }

    pub(crate) fn files(&self) -> PathBuf {
        self.path.join("files")
    }
}

/// Creates the folder, with the folders above it, if it does not exist. Other users can never open it, not even for a moment.
pub(crate) fn create_private(path: &Path) -> std::io::Result<()> {
    if let Some(parent) = path.parent() {
        std::fs::create_dir_all(parent)?;
    }
    let mut builder = std::fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, PRIVATE);
    match builder.create(path) {
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists && path.is_dir() => Ok(()),
        result => result,
    }
}

/// Takes the permissions of the group and of others from a folder.
#[cfg(unix)]
fn narrow(path: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    let found = std::fs::metadata(path)?.permissions().mode() & 0o777;
    if found & 0o077 != 0 {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(PRIVATE))?;
        tracing::warn!(
            path = %path.display(),
            "other users of this machine could open the data folder (mode {found:04o}); now only its owner can (mode {PRIVATE:04o})"
        );
    }
    Ok(())
}

#[cfg(not(unix))]
#[allow(clippy::unnecessary_wraps, reason = "it has the signature of the one for Unix")]
fn narrow(_path: &Path) -> std::io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    fn mode(path: &Path) -> u32 {
        std::os::unix::fs::PermissionsExt::mode(&std::fs::metadata(path).unwrap().permissions()) & 0o777
    }

    #[test]
    #[cfg(unix)]
    fn a_new_folder_is_its_owners_alone_and_the_ones_above_it_are_not_changed() {
        let folder = tempfile::tempdir().unwrap();
        let above = mode(folder.path());
        let path = folder.path().join("above").join("data");
        let _data = DataDir::open(&path).unwrap();
        assert_eq!(mode(&path), 0o700);
        assert_eq!(mode(folder.path()), above);
    }

    #[test]
    #[cfg(unix)]
    fn a_folder_that_others_can_open_is_narrowed_and_a_narrower_one_stays() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        for (found, expected) in [(0o755, 0o700), (0o770, 0o700), (0o701, 0o700), (0o700, 0o700)] {
            std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(found)).unwrap();
            drop(DataDir::open(folder.path()).unwrap());
            assert_eq!(mode(folder.path()), expected, "{found:o}");
        }
    }

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
