//! `DELETE /tags/{tagId}`: deletes a tag and takes it off its favorites.

use favorites_api::{Favorites, Problem, Request, Response, both};

/// Serves the route.
///
/// # Errors
/// A [`Problem`], which the caller is answered with.
pub async fn handler(favorites: &Favorites, request: Request) -> Result<Response, Problem> {
    let user = request.user()?;
    let tag_id = request.tag_id()?;
    let (expected, ()) = both(request.if_match(), request.query().end())?;
    favorites.delete_tag(&user, tag_id, expected).await?;
    Ok(Response::no_content())
}
