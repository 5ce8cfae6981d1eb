//! `PUT /favorites/{dataId}/tags`: all the tags that a favorite is to have.

use favorites_api::{Favorites, Problem, Request, Response, both};

/// Serves the route.
///
/// # Errors
/// A [`Problem`], which the caller is answered with.
pub async fn handler(favorites: &Favorites, request: Request) -> Result<Response, Problem> {
    let user = request.user()?;
    let data_id = request.data_id()?;
    let ((tag_ids, expected), ()) = both(both(request.tag_ids(), request.if_match()), request.query().end())?;
    let favorite = favorites.replace_favorite_tags(&user, data_id, expected, tag_ids).await?;
    Ok(Response::favorite(&favorite))
}
