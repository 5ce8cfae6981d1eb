//! `POST /exports`: begins an export.

use favorites_api::{Favorites, JobLinks, Problem, Request, Response, both};

/// Serves the route.
///
/// # Errors
/// A [`Problem`], which the caller is answered with.
pub async fn handler(favorites: &Favorites, request: Request) -> Result<Response, Problem> {
    let user = request.user()?;
    let (format, (key, ())) =
        both(request.export_format(), both(request.idempotency_key(), request.query().end()))?;
    let job = favorites.begin_export(&user, format, key.as_ref()).await?;
    let job = Box::pin(favorites.run_transfer_at_once(job, request.wait())).await;
    Ok(Response::begun_transfer(&job, &JobLinks::of(favorites, &job)?))
}
