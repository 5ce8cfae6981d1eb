//! The reconciliation.

use favorites_api::{Deadline, Favorites, ReconcileAnswer, ReconcileEvent, TaskError};

/// Finds the users who are due, or compares the catalogue of one of them with the favorites and repairs it,
/// until shortly before `deadline`; the next call continues.
pub async fn reconcile(
    favorites: &Favorites,
    event: ReconcileEvent,
    deadline: Deadline,
) -> Result<ReconcileAnswer, TaskError> {
    event.reconcile(favorites, deadline).await
}
