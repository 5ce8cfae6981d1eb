//! `POST /imports`: begins an import, and answers with the link for the upload of its file.

use favorites_api::{Favorites, JobLinks, NewImport, Problem, Request, Response, both};

/// Serves the route.
///
/// # Errors
/// A [`Problem`], which the caller is answered with.
pub async fn handler(favorites: &Favorites, request: Request) -> Result<Response, Problem> {
    let user = request.user()?;
    let (NewImport { bytes, options }, (key, ())) =
        both(request.new_import(), both(request.idempotency_key(), request.query().end()))?;
    let job = favorites.begin_import(&user, bytes, options, key.as_ref()).await?;
    Ok(Response::new_import(&job, &JobLinks::of(favorites, &job)?))
}
