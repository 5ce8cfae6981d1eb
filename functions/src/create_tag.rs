//! `POST /tags`: a new tag.

use favorites_api::{Favorites, Problem, Request, Response, both};

/// Serves the route.
///
/// # Errors
/// A [`Problem`], which the caller is answered with.
pub async fn handler(favorites: &Favorites, request: Request) -> Result<Response, Problem> {
    let user = request.user()?;
    let (tag_name, key) = both(request.tag_name(), request.idempotency_key())?;
    let tag = favorites.create_tag(&user, tag_name, key.as_ref()).await?;
    Ok(Response::new_tag(&tag))
}
