//! `PATCH /tags/{tagId}`: another name for a tag.

use favorites_api::{Favorites, Problem, Request, Response, both};

/// Serves the route.
///
/// # Errors
/// A [`Problem`], which the caller is answered with.
pub async fn handler(favorites: &Favorites, request: Request) -> Result<Response, Problem> {
    let user = request.user()?;
    let tag_id = request.tag_id()?;
    let ((tag_name, expected), ()) =
        both(both(request.tag_name(), request.if_match()), request.query().end())?;
    let tag = favorites.rename_tag(&user, tag_id, expected, tag_name).await?;
    Ok(Response::tag(&tag))
}
