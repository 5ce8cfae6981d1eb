//! `POST /favorites`: keeps something.

use favorites_api::{Favorites, Problem, Request, Response, both};

/// Serves the route.
///
/// # Errors
/// A [`Problem`], which the caller is answered with.
pub async fn handler(favorites: &Favorites, request: Request) -> Result<Response, Problem> {
    let user = request.user()?;
    let (new, key) = both(request.new_favorite(favorites.now()), request.idempotency_key())?;
    let saved = favorites.create_favorite(&user, new, key.as_ref()).await?;
    Ok(Response::saved_favorite(&saved))
}
