//! `GET /trash/{dataId}`: a favorite in the trash, whole.

use favorites_api::{Favorites, Problem, Request, Response};

/// Serves the route.
///
/// # Errors
/// A [`Problem`], which the caller is answered with.
pub async fn handler(favorites: &Favorites, request: Request) -> Result<Response, Problem> {
    let user = request.user()?;
    let data_id = request.trashed_id()?;
    request.query().end()?;
    let trashed = favorites.trashed_favorite(&user, data_id).await?;
    Ok(Response::trashed_favorite(&trashed))
}
