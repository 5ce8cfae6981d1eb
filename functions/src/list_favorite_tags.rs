//! `GET /favorites/{dataId}/tags`: the tags of one favorite.

use favorites_api::{Favorites, Problem, Request, Response};

/// Serves the route.
///
/// # Errors
/// A [`Problem`], which the caller is answered with.
pub async fn handler(favorites: &Favorites, request: Request) -> Result<Response, Problem> {
    let user = request.user()?;
    let tags = favorites.favorite_tags(&user, request.data_id()?).await?;
    Ok(Response::favorite_tags(&tags))
}
