//! The background work of users.

use favorites_api::{
    Deadline, DynamoDbEventResponse, Favorites, StreamEvent, SweepAnswer, SweepEvent, TaskError,
};

/// Does the background work of users, slice by slice: jobs, reconciliation, and clean-ups of deleted tags.
/// Answers before the deadline, with the record to deliver again if the work could not be claimed.
///
/// The filters in `template.yaml` send calls to this function and favorites to
/// [`change_consumer`](crate::stream::change_consumer), so that counts never wait for background work.
pub async fn worker(favorites: &Favorites, event: StreamEvent, deadline: Deadline) -> DynamoDbEventResponse {
    event.work(favorites, deadline).await
}

/// Calls the worker for every user whose work is overdue or whose reconciliation is due, until shortly before
/// `deadline`; the next call continues.
pub async fn sweeper(
    favorites: &Favorites,
    event: SweepEvent,
    deadline: Deadline,
) -> Result<SweepAnswer, TaskError> {
    event.sweep(favorites, deadline).await
}
