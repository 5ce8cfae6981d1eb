//! The errors of imports and exports.

use crate::error::Error;

/// The reason why a file can't be used.
#[derive(Debug, thiserror::Error)]
pub enum TransferError {
    /// The service has no place for files.
    #[error("this function has no bucket; set FILES_BUCKET")]
    NoBucket,
    /// S3 does not answer as it should.
    #[error(transparent)]
    Files(#[from] file_store::Error),
    /// The local copy of a file can't be read or written.
    #[error("the local copy of the file can't be used: {0}")]
    Disk(#[from] std::io::Error),
}

impl From<TransferError> for Error {
    fn from(error: TransferError) -> Self {
        let is_temporary = matches!(&error, TransferError::Files(files) if files.is_temporary());
        Self::Files { is_temporary, source: error.into() }
    }
}
