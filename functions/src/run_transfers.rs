//! Finds the imports and exports with work left, and works on one of them.

use favorites_api::favorites::{JobRunner, ListedJob};
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
    let run = async |ListedJob { user_id, job_id }, time_left| {
        favorites.run_transfer(&user_id, job_id, time_left).await
    };
    event.work(favorites, JobRunner::Transfers, deadline, run).await
}
