//! `GET /favorites/{dataId}`: one favorite, whole.

use favorites_api::{Favorites, Problem, Request, Response};

/// Serves the route.
///
/// # Errors
/// A [`Problem`], which the caller is answered with.
pub async fn handler(favorites: &Favorites, request: Request) -> Result<Response, Problem> {
    let user = request.user()?;
    let data_id = request.data_id()?;
    request.query().end()?;
    let favorite = favorites.favorite(&user, data_id).await?;
    Ok(Response::favorite(&favorite).revalidated(&request))
}
