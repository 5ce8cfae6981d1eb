//! Begins an import, and starts it when its file is there.

use single_table::{Transaction, Versioned as _};

use crate::error::Error;
use crate::files::{FilesError, import_key};
use crate::jobs::{Import, ImportOptions, Job, JobState, JobWork};
use crate::limits::{FILE_KEEPS, IMPORT_BYTES, JOB_HELD, JOBS_AT_ONCE, TAGS_PER_FAVORITE};
use crate::model::ids::{JobId, UserId};
use crate::model::times::later;
use crate::model::value::IdempotencyKey;
use crate::service::Favorites;
use crate::use_cases::favorites::invalid;
use crate::use_cases::idempotency::Repeatable;

impl Favorites {
    /// Begins an import of a file of this many bytes. The job waits until the file is [uploaded](Self::upload_link) and the import is
    /// [started](Self::start_import). With an idempotency key, a repeated request returns the job of the first one.
    ///
    /// # Errors
    /// [`Error::Invalid`] for a file that is empty or larger than [`IMPORT_BYTES`], and for too many tags;
    /// [`Error::IdempotencyKeyReused`]; [`Error::Busy`] and [`Error::Table`].
    pub async fn begin_import(
        &self,
        user: &UserId,
        bytes: u64,
        options: ImportOptions,
        key: Option<&IdempotencyKey>,
    ) -> Result<Job, Error> {
        let repeatable = Repeatable::new(user, key, "begin-import", &(bytes, &options))?;
        if let Some(first) = self.first_result::<JobId>(&repeatable).await? {
            return self.job(user, first).await;
        }
        if !(1..=IMPORT_BYTES).contains(&bytes) {
            return Err(invalid("/bytes", format!("must be from 1 to {IMPORT_BYTES}; {bytes} was given")));
        }
        let given = options.tag_names.len();
        if given > TAGS_PER_FAVORITE {
            let message = format!("must have at most {TAGS_PER_FAVORITE} tags; {given} were given");
            return Err(invalid("/tagNames", message));
        }
        let work = JobWork::Import(Import::new(bytes, options));
        let now = self.store.now();
        let mut job = Job::new(user, work, now).with_state(JobState::Waiting);
        // An import that is not started until then ends.
        job.wait_until(later(now, FILE_KEEPS), now);
        self.create_job(job, &repeatable).await
    }

    /// Starts an import whose file is uploaded, and returns its job. Does nothing if the import was started before.
    ///
    /// # Errors
    /// [`Error::NoJob`]; [`Error::NotAnImport`]; [`Error::NotUploaded`]; [`Error::Files`];
    /// [`Error::Busy`] and [`Error::Table`].
    pub async fn start_import(&self, user: &UserId, job_id: JobId) -> Result<Job, Error> {
        let mut tries = self.tries();
        loop {
            let outcome = self.try_to_start(user, job_id).await;
            if let Some(job) = tries.after(outcome).await? {
                return Ok(job);
            }
        }
    }

    async fn try_to_start(&self, user: &UserId, job_id: JobId) -> Result<Option<Job>, Error> {
        let before = self.job(user, job_id).await?;
        if !matches!(before.work, JobWork::Import(_)) {
            return Err(Error::NotAnImport(job_id));
        }
        if before.state != JobState::Waiting {
            return Ok(Some(before));
        }
        let key = import_key(&before)?;
        let size = self.files()?.size(&key).await.map_err(FilesError::from)?;
        // S3 accepts no other size than that of the request.
        if size.is_none() {
            return Err(Error::NotUploaded(job_id));
        }
        let now = self.store.now();
        let mut job = before.with_state(JobState::Running);
        job.release(now);
        let mut transaction = Transaction::new();
        transaction.replace(&before, &job);
        self.list_job(&mut transaction, (user, job_id), later(now, JOB_HELD), JOBS_AT_ONCE).await?;
        let is_started = self.store.transact(transaction).cancelled().await?.is_none();
        job.set_next_version(&before);
        Ok(is_started.then_some(job))
    }
}
