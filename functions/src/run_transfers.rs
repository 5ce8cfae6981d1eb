//! Finds the imports and exports with work left, and works on one of them.

use favorites_api::{Deadline, Favorites, JobsAnswer, TaskError, TransfersEvent};

/// Does what the event asks for, as far as there is time before `deadline`. The next call continues.
///
/// # Errors
/// A [`TaskError`].
pub async fn handler(
    favorites: &Favorites,
    event: TransfersEvent,
    deadline: Deadline,
) -> Result<JobsAnswer, TaskError> {
    event.work(favorites, deadline).await
}
