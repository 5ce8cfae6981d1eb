//! `DELETE /jobs/{jobId}`: ends a job at its current step.

use favorites_api::{Favorites, JobLinks, Problem, Request, Response};

/// Serves the route.
///
/// # Errors
/// A [`Problem`], which the caller is answered with.
pub async fn handler(favorites: &Favorites, request: Request) -> Result<Response, Problem> {
    let user = request.user()?;
    let job_id = request.job_id()?;
    request.query().end()?;
    // A job that has ended has no link to be signed here: this function works on no files.
    Ok(Response::job(&favorites.cancel_job(&user, job_id).await?, &JobLinks::default()))
}
