//! `PATCH /favorites/{dataId}`: changes title, thumbnail, content, clip time or expiry.

use favorites_api::{Favorites, Problem, Request, Response, both, draft_and};

/// Serves the route.
///
/// # Errors
/// A [`Problem`], which the caller is answered with.
pub async fn handler(favorites: &Favorites, request: Request) -> Result<Response, Problem> {
    let user = request.user()?;
    let data_id = request.data_id()?;
    let (patch, (expected, ())) =
        draft_and(request.patch(), both(request.if_match(), request.query().end()))?;
    let favorite = favorites.update_favorite(&user, data_id, expected, patch).await?;
    Ok(Response::changed_favorite(&favorite))
}
