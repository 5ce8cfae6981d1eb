//! `POST /tags`: a new tag.

use favorites_api::{Favorites, Problem, Request, Response, both, draft_and};

/// Serves the route.
///
/// # Errors
/// A [`Problem`], which the caller is answered with.
pub async fn handler(favorites: &Favorites, request: Request) -> Result<Response, Problem> {
    let user = request.user()?;
    let (draft, (key, ())) =
        draft_and(request.tag_draft(), both(request.idempotency_key(), request.query().end()))?;
    let tag = favorites.create_tag(&user, draft, key.as_ref()).await?;
    Ok(Response::new_tag(&tag))
}
