//! The folder with the objects.

use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::data_dir::{self, DataDir};

/// The folder for objects can't be used.
#[derive(Debug, thiserror::Error)]
#[error("the folder {path} for objects can't be created or read: {source}")]
pub struct FolderError {
    /// The path of the folder.
    path: String,
    /// The error from the operating system or `s3s-fs`.
    source: Box<dyn std::error::Error + Send + Sync>,
}

impl FolderError {
    pub(super) fn new(path: &Path, source: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        Self { path: path.display().to_string(), source: source.into() }
    }
}

/// A folder that only its owner can open.
#[derive(Debug)]
pub(crate) enum Folder {
    /// In the data folder.
    Kept(PathBuf),
    /// Deleted when this value is dropped.
    Temporary(TempDir),
}

impl Folder {
    /// Opens the folder in `data_dir`, and creates it if it does not exist. Creates a temporary one if the service has no data folder.
    pub(crate) fn open(data_dir: Option<&DataDir>) -> Result<Self, FolderError> {
        match data_dir.map(DataDir::files) {
            Some(path) => match data_dir::create_private(&path) {
                Ok(()) => Ok(Self::Kept(path)),
                Err(error) => Err(FolderError::new(&path, error)),
            },
            None => temporary()
                .map(Self::Temporary)
                .map_err(|error| FolderError::new(&std::env::temp_dir(), error)),
        }
    }

    pub(super) fn path(&self) -> &Path {
        match self {
            Self::Kept(path) => path,
            Self::Temporary(folder) => folder.path(),
        }
    }
}

fn temporary() -> std::io::Result<TempDir> {
    let mut builder = tempfile::Builder::new();
    builder.prefix("favorites-files-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(data_dir::PRIVATE));
    builder.tempdir()
}
