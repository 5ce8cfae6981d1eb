//! Holds the catalogue against the favorites it is made from, and mends it: of everybody on a schedule, of one person by hand.

use favorites_api::{Deadline, Favorites, JobError, ReconcileAnswer, ReconcileEvent};

/// Does what the event asks for, as far as there is time before `deadline`.
///
/// # Errors
/// A [`JobError`].
pub async fn handler(
    favorites: &Favorites,
    event: ReconcileEvent,
    deadline: Deadline,
) -> Result<ReconcileAnswer, JobError> {
    event.reconcile(favorites, deadline).await
}
