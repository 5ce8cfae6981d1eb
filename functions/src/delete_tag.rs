//! `DELETE /tags/{tagId}`: deletes a tag and takes it off its favorites.

use favorites_api::{Favorites, Problem, Request, Response};

/// Serves the route.
///
/// # Errors
/// A [`Problem`], which the caller is answered with.
pub async fn handler(favorites: &Favorites, request: Request) -> Result<Response, Problem> {
    let user = request.user()?;
    favorites.delete_tag(&user, request.tag_id()?, request.if_match()?).await?;
    Ok(Response::no_content())
}
