//! The files of a user's imports and exports.

use std::time::Duration;

use file_store::{DownloadLink, FileKey, FileStore, UploadLink};
use sha2::{Digest as _, Sha256};
use single_table::Timestamp;

use super::error::TransferError;
use crate::jobs::{Export, Job, JobState, JobWork};
use crate::limits::{FILE_KEEPS, UPLOAD_VALID};
use crate::model::ids::UserId;
use crate::model::times::later;
use crate::service::{Favorites, Files};

/// The folder of uploaded files.
const IMPORTS: &str = "imports";

/// The folder of exported files.
const EXPORTS: &str = "exports";

impl Favorites {
    pub(super) fn files(&self) -> Result<&FileStore, TransferError> {
        self.files.as_deref().map(Files::store).ok_or(TransferError::NoBucket)
    }

    /// Returns the link with which the user uploads the file of an import, and the time at which it expires. `None` for another job, or
    /// if the file is not awaited any more.
    ///
    /// # Errors
    /// [`TransferError::NoBucket`].
    pub fn upload_link(&self, job: &Job) -> Result<Option<(UploadLink, Timestamp)>, TransferError> {
        let (JobState::Waiting, JobWork::Import(import)) = (job.state, &job.work) else { return Ok(None) };
        let link = self.files()?.upload_link(&import_key(job)?, import.bytes, UPLOAD_VALID);
        Ok(Some((link, later(self.store.now(), UPLOAD_VALID))))
    }

    /// Returns the link with which the user downloads the file of an export, and the time at which it expires. `None` for another job,
    /// before the export is done, and after [`FILE_KEEPS`].
    ///
    /// # Errors
    /// [`TransferError::NoBucket`].
    pub fn download_link(&self, job: &Job) -> Result<Option<(DownloadLink, Timestamp)>, TransferError> {
        let (JobState::Done, JobWork::Export(Export { format, .. })) = (job.state, &job.work) else {
            return Ok(None);
        };
        let end = later(job.update_time, FILE_KEEPS);
        let millis = end.as_unix_millis() - self.store.now().as_unix_millis();
        let valid = Duration::from_millis(u64::try_from(millis).unwrap_or(0));
        // A link is valid for whole seconds.
        if valid.as_secs() == 0 {
            return Ok(None);
        }
        let link = self.files()?.download_link(&export_key(job)?, format.file_name(), valid);
        Ok(Some((link, end)))
    }
}

/// Returns the key of an import's file.
pub(super) fn import_key(job: &Job) -> Result<FileKey, TransferError> {
    key(IMPORTS, job)
}

/// Returns the key of an export's file.
pub(super) fn export_key(job: &Job) -> Result<FileKey, TransferError> {
    key(EXPORTS, job)
}

fn key(folder: &str, job: &Job) -> Result<FileKey, TransferError> {
    Ok(FileKey::new([folder, &user_folder(&job.user_id), &job.job_id.to_string()])?)
}

/// Returns the name of a user's folder: a digest, because a user id can have any characters.
fn user_folder(user: &UserId) -> String {
    hex::encode(Sha256::digest(user.as_str()))
}
