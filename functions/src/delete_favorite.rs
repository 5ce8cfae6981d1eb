//! `DELETE /favorites/{dataId}`: to the trash, from where it can be restored until its `purgeTime`.

use favorites_api::{Favorites, Problem, Request, Response};

/// Serves the route.
///
/// # Errors
/// A [`Problem`], which the caller is answered with.
pub async fn handler(favorites: &Favorites, request: Request) -> Result<Response, Problem> {
    let user = request.user()?;
    let trashed = favorites.delete_favorite(&user, request.data_id()?, request.if_match()?).await?;
    Ok(Response::trashed_favorite(&trashed))
}
