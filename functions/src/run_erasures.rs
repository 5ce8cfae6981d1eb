//! Finds the accounts that are being erased, and goes on with one of them.

use favorites_api::favorites::JobRunner;
use favorites_api::{Deadline, Favorites, JobsAnswer, JobsEvent, TaskError};

/// Does what the event asks for, as far as there is time before `deadline`. The next call continues.
///
/// # Errors
/// A [`TaskError`].
pub async fn handler(
    favorites: &Favorites,
    event: JobsEvent,
    deadline: Deadline,
) -> Result<JobsAnswer, TaskError> {
    event.work(favorites, JobRunner::Erasures, Favorites::run_erasure, deadline).await
}
