//! `GET /changes?cursor=`: everything that changed since a cursor, the oldest first. Without a cursor, everything that there is.

use favorites_api::{Changes, Favorites, Problem, Request, Response};

/// Serves the route.
///
/// # Errors
/// A [`Problem`], which the caller is answered with.
pub async fn handler(favorites: &Favorites, request: Request) -> Result<Response, Problem> {
    let user = request.user()?;
    let changes = request.query().changes(&user)?;
    let page = favorites.changes(&user, changes.after(), &Changes::size).await?;
    Ok(changes.answer(&page).revalidated(&request))
}
