//! `GET /search?q=&type=&tag=&counts=&limit=&cursor=`: the favorites that have the words of `q`, newest first, and how many of each
//! type and under each tag there are.

use favorites_api::{Favorites, Problem, Request, Response};

/// Serves the route.
///
/// # Errors
/// A [`Problem`], which the caller is answered with.
pub async fn handler(favorites: &Favorites, request: Request) -> Result<Response, Problem> {
    let user = request.user()?;
    let search = request.query().search(&user)?;
    let page = favorites.search(&user, search.request()).await?;
    Ok(search.answer(&page))
}
