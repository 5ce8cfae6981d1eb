//! `GET /search`: finds favorites by words and other conditions, newest first, and counts the matches of each
//! type and tag.

use favorites_api::{Favorites, Problem, Request, Response};

/// Serves the route.
///
/// # Errors
/// A [`Problem`], which the caller is answered with.
pub async fn handler(favorites: &Favorites, request: Request) -> Result<Response, Problem> {
    let user = request.user()?;
    let search = request.query().search(&user)?;
    let page = favorites.search(&user, search.request()).await?;
    Ok(search.answer(&page).revalidated(&request))
}
