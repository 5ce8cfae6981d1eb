//! `DELETE /favorites/{dataId}`: to the trash, from where it can be restored until its `purgeTime`.

use favorites_api::{Favorites, Problem, Request, Response, both};

/// Serves the route.
///
/// # Errors
/// A [`Problem`], which the caller is answered with.
pub async fn handler(favorites: &Favorites, request: Request) -> Result<Response, Problem> {
    let user = request.user()?;
    let data_id = request.data_id()?;
    let (expected, ()) = both(request.if_match(), request.query().end())?;
    let trashed = favorites.delete_favorite(&user, data_id, expected).await?;
    Ok(Response::trashed_favorite(&trashed))
}
