//! The links with which a user uploads and downloads files.

use file_store::{DownloadLink, UploadLink};
use single_table::Timestamp;

use super::error::FilesError;
use super::keys::{export_key, import_key};
use crate::jobs::{Export, Job, JobState, JobWork};
use crate::limits::{FILE_KEEPS, UPLOAD_VALID};
use crate::model::times::{later, until};
use crate::service::Favorites;

impl Favorites {
    /// Returns the link with which the user uploads the file of an import, and the time at which it expires. `None` for another job, or
    /// if the file is not awaited any more.
    ///
    /// # Errors
    /// [`FilesError::NoBucket`] and [`FilesError::Store`].
    pub fn upload_link(&self, job: &Job) -> Result<Option<(UploadLink, Timestamp)>, FilesError> {
        let (JobState::Waiting, JobWork::Import(import)) = (job.state, &job.work) else { return Ok(None) };
        let link = self.files()?.upload_link(&import_key(job)?, import.bytes, UPLOAD_VALID)?;
        Ok(Some((link, later(self.store.now(), UPLOAD_VALID))))
    }

    /// Returns the link with which the user downloads the file of an export, and the time at which it expires. `None` for another job,
    /// before the export is done, and after [`FILE_KEEPS`].
    ///
    /// # Errors
    /// [`FilesError::NoBucket`] and [`FilesError::Store`].
    pub fn download_link(&self, job: &Job) -> Result<Option<(DownloadLink, Timestamp)>, FilesError> {
        let (JobState::Done, JobWork::Export(Export { format, .. })) = (job.state, &job.work) else {
            return Ok(None);
        };
        let end = later(job.update_time, FILE_KEEPS);
        let valid = until(end, self.store.now());
        // A link is valid for whole seconds.
        if valid.as_secs() == 0 {
            return Ok(None);
        }
        let link = self.files()?.download_link(&export_key(job)?, format.file_name(), valid)?;
        Ok(Some((link, end)))
    }
}
