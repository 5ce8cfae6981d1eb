//! `POST /tags/{tagId}/merge`: another tag in place of this one.

use favorites_api::{Favorites, Problem, Request, Response, both};

/// Serves the route.
///
/// # Errors
/// A [`Problem`], which the caller is answered with.
pub async fn handler(favorites: &Favorites, request: Request) -> Result<Response, Problem> {
    let user = request.user()?;
    let tag_id = request.tag_id()?;
    let ((into, expected), ()) =
        both(both(request.merged_into(), request.if_match()), request.query().end())?;
    favorites.merge_tag(&user, tag_id, into, expected).await?;
    Ok(Response::no_content())
}
