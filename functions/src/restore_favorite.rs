//! `POST /trash/{dataId}/restore`: back from the trash, with those of its tags that still exist.

use favorites_api::{Favorites, Problem, Request, Response, both};

/// Serves the route.
///
/// # Errors
/// A [`Problem`], which the caller is answered with.
pub async fn handler(favorites: &Favorites, request: Request) -> Result<Response, Problem> {
    let user = request.user()?;
    let data_id = request.trashed_id()?;
    let (key, ()) = both(request.idempotency_key(), request.query().end())?;
    let favorite = favorites.restore_favorite(&user, data_id, key.as_ref()).await?;
    Ok(Response::favorite(&favorite))
}
