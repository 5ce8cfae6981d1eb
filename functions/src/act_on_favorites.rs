//! `POST /favorites/actions`: applies one action to many favorites.

use favorites_api::{Favorites, Problem, Request, Response, both};

/// Serves the route.
///
/// # Errors
/// A [`Problem`], which the caller is answered with.
pub async fn handler(favorites: &Favorites, request: Request) -> Result<Response, Problem> {
    let user = request.user()?;
    let (selection, ()) = both(request.selection(), request.query().end())?;
    let results = favorites.act_on_favorites(&user, selection.action, &selection.data_ids).await?;
    Ok(Response::acted(results, &selection, &request))
}
