//! `DELETE /account?confirm=`: erases everything that belongs to the person, as a job. `run-erasures` does the work.

use favorites_api::{Favorites, Problem, Request, Response, both};

/// Serves the route.
///
/// # Errors
/// A [`Problem`], which the caller is answered with.
pub async fn handler(favorites: &Favorites, request: Request) -> Result<Response, Problem> {
    let user = request.user()?;
    let (key, ()) = both(request.idempotency_key(), request.query().confirmed_by(&user))?;
    let job = favorites.erase_account(&user, key.as_ref()).await?;
    Ok(Response::begun(&job))
}
