//! `PUT /favorites/{dataId}/tags/{tagId}`: puts one tag on a favorite.

use favorites_api::{Favorites, Problem, Request, Response, both};

/// Serves the route.
///
/// # Errors
/// A [`Problem`], which the caller is answered with.
pub async fn handler(favorites: &Favorites, request: Request) -> Result<Response, Problem> {
    let user = request.user()?;
    let (data_id, tag_id) = (request.data_id()?, request.tag_id()?);
    let (expected, ()) = both(request.if_match(), request.query().end())?;
    let favorite = favorites.tag_favorite(&user, data_id, expected, tag_id).await?;
    Ok(Response::favorite(&favorite))
}
