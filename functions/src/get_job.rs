//! `GET /jobs/{jobId}`: a job, with its progress.

use favorites_api::{Favorites, JobLinks, Problem, Request, Response};

/// Serves the route.
///
/// # Errors
/// A [`Problem`], which the caller is answered with.
pub async fn handler(favorites: &Favorites, request: Request) -> Result<Response, Problem> {
    let user = request.user()?;
    let job_id = request.job_id()?;
    request.query().end()?;
    let job = favorites.job(&user, job_id).await?;
    Ok(Response::job(&job, &JobLinks::of(favorites, &job)?))
}
