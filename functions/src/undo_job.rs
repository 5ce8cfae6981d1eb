//! `POST /jobs/{jobId}/undo`: begins a job that undoes another one.

use favorites_api::{Favorites, Problem, Request, Response};

/// Serves the route.
///
/// # Errors
/// A [`Problem`], which the caller is answered with.
pub async fn handler(favorites: &Favorites, request: Request) -> Result<Response, Problem> {
    let user = request.user()?;
    let job_id = request.job_id()?;
    request.query().end()?;
    let job = favorites.undo_job(&user, job_id).await?;
    Ok(Response::begun(&favorites.run_at_once(job).await))
}
