//! `POST /jobs/{jobId}/start`: starts an import whose file is uploaded, or goes on with it.

use favorites_api::{Favorites, JobLinks, Problem, Request, Response};

/// Serves the route.
///
/// # Errors
/// A [`Problem`], which the caller is answered with.
pub async fn handler(favorites: &Favorites, request: Request) -> Result<Response, Problem> {
    let user = request.user()?;
    let job_id = request.job_id()?;
    request.query().end()?;
    let job = favorites.start_import(&user, job_id).await?;
    let job = Box::pin(favorites.run_transfer_at_once(job, request.wait())).await;
    Ok(Response::begun_transfer(&job, &JobLinks::of(favorites, &job)?))
}
