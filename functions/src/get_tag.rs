//! `GET /tags/{tagId}`: one tag and its count.

use favorites_api::{Favorites, Problem, Request, Response};

/// Serves the route.
///
/// # Errors
/// A [`Problem`], which the caller is answered with.
pub async fn handler(favorites: &Favorites, request: Request) -> Result<Response, Problem> {
    let user = request.user()?;
    let tag_id = request.tag_id()?;
    request.query().end()?;
    let tag = favorites.tag(&user, tag_id).await?;
    Ok(Response::tag(&tag))
}
