//! `PATCH /favorites/{dataId}`: changes title, thumbnail, content or expiry.

use favorites_api::{Favorites, Problem, Request, Response, both};

/// Serves the route.
///
/// # Errors
/// A [`Problem`], which the caller is answered with.
pub async fn handler(favorites: &Favorites, request: Request) -> Result<Response, Problem> {
    let user = request.user()?;
    let data_id = request.data_id()?;
    let (patch, expected) = both(request.patch(favorites.now()), request.if_match())?;
    let favorite = favorites
        .update_favorite(&user, data_id, expected, |favorite| patch.for_type(favorite.data_type()))
        .await?;
    Ok(Response::favorite(&favorite))
}
