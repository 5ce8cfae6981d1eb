//! The work of an export, part by part.

use file_store::{FileStore, Part, UploadId};
use tokio::time::Instant;

use crate::error::Error;
use crate::files::{FilesError, export_key};
use crate::jobs::{Export, ExportedKind, Job, JobState, JobWork, Stop};
use crate::limits::EXPORT_PART_BYTES;
use crate::service::Favorites;

/// The reason of an export that would have too many parts (see "Amazon S3 multipart upload limits" in the S3 user guide).
const TOO_LONG: &str = "the file would be larger than S3 takes in parts of this size";

/// The reason of an export whose upload was lost too often.
const LOST: &str = "the upload of the file was lost too often; begin the export again";

impl Favorites {
    /// Writes parts of the file until it is complete or the time is over. `job` is always as it is stored.
    pub(in crate::transfer) async fn export(
        &self,
        job: &mut Job,
        export: Export,
        end: Instant,
    ) -> Result<(), Stop> {
        let files = self.files().map_err(Error::from)?;
        let mut renderer = self.renderer(&job.user_id, export.format).await?;
        let upload = self.upload(job, &export, files).await?;
        loop {
            let JobWork::Export(mut export) = job.work.clone() else { return Ok(()) };
            let mut bytes = if export.parts.is_empty() { renderer.beginning()? } else { Vec::new() };
            while bytes.len() < EXPORT_PART_BYTES && export.kind != ExportedKind::End {
                self.export_page(job, &mut export, &mut renderer, &mut bytes).await?;
            }
            let is_last = export.kind == ExportedKind::End;
            if is_last {
                renderer.end(&mut bytes, export.written)?;
            }
            export.written.bytes += bytes.len() as u64;
            let number =
                u16::try_from(export.parts.len() + 1).map_err(|_| Stop::Failed(TOO_LONG.to_owned()))?;
            let key = export_key(job).map_err(Error::from)?;
            match files.upload_part(&key, &upload, number, bytes.into()).await {
                Err(error) if is_lost(&error) => return self.begin_again(job, export).await,
                part => export.parts.push(part.map_err(failed)?.0),
            }
            if is_last {
                return self.finish_export(job, export, &upload, files).await;
            }
            let mut after = job.with_work(JobWork::Export(export));
            after.note_progress();
            let is_over = Instant::now() >= end;
            if is_over {
                after.release(self.store.now());
            } else {
                after.hold(self.store.now());
            }
            self.save_progress(job, after).await?;
            if is_over {
                return Ok(());
            }
        }
    }

    /// Returns the upload of the file, and begins it if there is none.
    async fn upload(&self, job: &mut Job, export: &Export, files: &FileStore) -> Result<UploadId, Stop> {
        let upload = if let Some(upload) = &export.upload {
            UploadId(upload.clone())
        } else {
            let key = export_key(job).map_err(Error::from)?;
            files.begin_upload(&key, export.format.media_type()).await.map_err(failed)?
        };
        let work = JobWork::Export(Export { upload: Some(upload.0.clone()), ..export.clone() });
        let mut after = job.with_work(work);
        after.hold(self.store.now());
        self.save_progress(job, after).await?;
        Ok(upload)
    }

    /// Has the next call begin the file again: the upload is gone, or a part of it. Either the call before
    /// this one has completed it and died then, or the export stood still until S3 aborted it, or another
    /// call has replaced a part.
    async fn begin_again(&self, job: &mut Job, export: Export) -> Result<(), Stop> {
        let export = export.again().ok_or_else(|| Stop::Failed(LOST.to_owned()))?;
        let mut after = job.with_work(JobWork::Export(export));
        // The count of beginnings has a bound of its own.
        after.note_progress();
        after.release(self.store.now());
        self.save_progress(job, after).await
    }

    /// Makes the file of its parts, and ends the job.
    async fn finish_export(
        &self,
        job: &mut Job,
        mut export: Export,
        upload: &UploadId,
        files: &FileStore,
    ) -> Result<(), Stop> {
        let key = export_key(job).map_err(Error::from)?;
        let parts: Vec<_> = export.parts.drain(..).map(Part).collect();
        match files.complete_upload(&key, upload, &parts).await {
            Err(error) if is_lost(&error) => return self.begin_again(job, export).await,
            completed => completed.map_err(failed)?,
        }
        export.upload = None;
        let after = job.with_work(JobWork::Export(export));
        *job = self.end_job(job, after, JobState::Done).await?.ok_or(Stop::Taken)?;
        Ok(())
    }
}

/// Returns true if the upload is gone, or if S3 has another part than the one that was uploaded.
fn is_lost(error: &file_store::Error) -> bool {
    match error {
        file_store::Error::Missing(_) => true,
        file_store::Error::Refused { code, .. } => code == "InvalidPart",
        _ => false,
    }
}

fn failed(error: file_store::Error) -> Stop {
    Stop::Error(Error::from(FilesError::from(error)))
}

#[cfg(test)]
mod tests {
    use file_store::Error::{Late, Missing, Refused};

    use super::*;

    #[test]
    fn a_file_is_begun_again_if_its_upload_or_a_part_is_lost_and_not_after_another_error() {
        let operation = "CompleteMultipartUpload";
        let refused = |code: &str| {
            let (status, code) = ("400".parse().unwrap(), code.to_owned());
            Refused { operation, status, code }
        };
        assert!(is_lost(&Missing("exports/a".to_owned())) && is_lost(&refused("InvalidPart")));
        assert!(!is_lost(&refused("AccessDenied")) && !is_lost(&Late { operation }));
    }
}
