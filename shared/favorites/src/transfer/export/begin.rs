//! Begins an export.

use crate::error::Error;
use crate::jobs::{Export, ExportFormat, Job, JobWork};
use crate::model::ids::{JobId, UserId};
use crate::model::value::IdempotencyKey;
use crate::service::Favorites;
use crate::use_cases::idempotency::Repeatable;

impl Favorites {
    /// Begins a job that writes everything that a user has to a file. With an idempotency key, a repeated request returns the job of
    /// the first one. The request and the worker do the work.
    ///
    /// # Errors
    /// [`Error::IdempotencyKeyReused`]; [`Error::Busy`] and [`Error::Table`].
    pub async fn begin_export(
        &self,
        user: &UserId,
        format: ExportFormat,
        key: Option<&IdempotencyKey>,
    ) -> Result<Job, Error> {
        let repeatable = Repeatable::new(user, key, "begin-export", &format)?;
        if let Some(first) = self.first_result::<JobId>(&repeatable).await? {
            return self.job(user, first).await;
        }
        let job = Job::new(user, JobWork::Export(Export::new(format)), self.store.now());
        self.create_job(job, &repeatable).await
    }
}
