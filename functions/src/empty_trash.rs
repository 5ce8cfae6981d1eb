//! `DELETE /trash`: deletes everything in the trash for good, as a job.

use favorites_api::favorites::{Action, Selector};
use favorites_api::{Favorites, Problem, Request, Response, both};

/// Serves the route.
///
/// # Errors
/// A [`Problem`], which the caller is answered with.
pub async fn handler(favorites: &Favorites, request: Request) -> Result<Response, Problem> {
    let user = request.user()?;
    let (key, ()) = both(request.idempotency_key(), request.query().end())?;
    let job = favorites.begin_job(&user, Action::Purge, Selector::default(), key.as_ref()).await?;
    Ok(Response::begun(&favorites.run_at_once(job).await))
}
