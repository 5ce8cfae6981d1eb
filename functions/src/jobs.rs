//! The routes of jobs.

use favorites_api::favorites::Order;
use favorites_api::{Favorites, JobBody, JobLinks, Problem, Request, Response};

/// `GET /jobs`: lists the jobs of the last 90 days, newest first unless `order` is given.
pub async fn list_jobs(favorites: &Favorites, request: Request) -> Result<Response, Problem> {
    let user = request.user()?;
    let list = request.query().list(&user, "list-jobs", Order::Descending)?;
    let page = favorites.list_jobs(&user, list.page()).await?;
    Ok(list.answer(&page, JobBody::from).revalidated(&request))
}

/// `GET /jobs/{jobId}`: reads a job with its progress.
pub async fn get_job(favorites: &Favorites, request: Request) -> Result<Response, Problem> {
    let user = request.user()?;
    let job_id = request.job_id()?;
    request.query().end()?;
    let job = favorites.job(&user, job_id).await?;
    Ok(Response::job(&job, &JobLinks::of(favorites, &job)?))
}

/// `DELETE /jobs/{jobId}`: ends a job at its current step, and deletes the file of an import.
pub async fn cancel_job(favorites: &Favorites, request: Request) -> Result<Response, Problem> {
    let user = request.user()?;
    let job_id = request.job_id()?;
    request.query().end()?;
    let job = favorites.cancel_job(&user, job_id).await?;
    favorites.delete_import_file(&job).await;
    // An export that has ended before keeps its file, but this function may sign no link to it.
    Ok(Response::job(&job, &JobLinks::default()))
}

/// `POST /jobs/{jobId}/undo`: begins a job that undoes another one.
pub async fn undo_job(favorites: &Favorites, request: Request) -> Result<Response, Problem> {
    let user = request.user()?;
    let job_id = request.job_id()?;
    request.query().end()?;
    let job = favorites.undo_job(&user, job_id).await?;
    Ok(Response::begun(&favorites.run_at_once(job, request.wait()).await))
}
