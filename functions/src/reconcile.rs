//! Finds the users who are due for reconciliation, and reconciles one of them.

use favorites_api::{Deadline, Favorites, ReconcileAnswer, ReconcileEvent, TaskError};

/// Does what the event asks for, as far as there is time before `deadline`. The next call continues.
///
/// # Errors
/// A [`TaskError`].
pub async fn handler(
    favorites: &Favorites,
    event: ReconcileEvent,
    deadline: Deadline,
) -> Result<ReconcileAnswer, TaskError> {
    event.reconcile(favorites, deadline).await
}
