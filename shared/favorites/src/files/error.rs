//! The errors of files.

use crate::error::Error;

/// The reason why a file can't be used.
#[derive(Debug, thiserror::Error)]
pub enum FilesError {
    /// The service has no place for files.
    #[error("this function has no bucket; set FILES_BUCKET")]
    NoBucket,
    /// S3 does not answer as it should.
    #[error(transparent)]
    Store(#[from] file_store::Error),
    /// The local copy of a file can't be read or written.
    #[error("the local copy of the file can't be used: {0}")]
    Disk(#[from] std::io::Error),
}

impl From<FilesError> for Error {
    fn from(error: FilesError) -> Self {
        let is_temporary = matches!(&error, FilesError::Store(error) if error.is_temporary());
        Self::Files { is_temporary, source: error.into() }
    }
}
