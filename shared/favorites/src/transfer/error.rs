//! The errors of imports and exports.

use crate::model::ids::JobId;

/// The reason why an import or an export did not happen.
#[derive(Debug, thiserror::Error)]
pub enum TransferError {
    /// The service has no place for files.
    #[error("this function has no bucket; set FILES_BUCKET")]
    NoBucket,
    /// The file of an import was not uploaded yet.
    #[error("the file of the import {0} is not there; upload it first")]
    NotUploaded(JobId),
    /// The job is not an import.
    #[error("the job {0} is not an import")]
    NotAnImport(JobId),
    /// S3 does not answer as it should.
    #[error(transparent)]
    Files(#[from] file_store::Error),
    /// The local copy of a file can't be read or written.
    #[error("the local copy of the file can't be used: {0}")]
    Disk(#[from] std::io::Error),
}
