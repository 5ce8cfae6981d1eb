//! `POST /favorites/batch`: keeps many things at once.

use favorites_api::{Favorites, Problem, Request, Response, both};

/// Serves the route.
///
/// # Errors
/// A [`Problem`], which the caller is answered with.
pub async fn handler(favorites: &Favorites, request: Request) -> Result<Response, Problem> {
    let user = request.user()?;
    let mut query = request.query();
    let on_existing = query.optional("onExisting").unwrap_or_default();
    let (batch, (key, ())) = both(request.batch(), both(request.idempotency_key(), query.end()))?;
    let saved = favorites.create_favorites(&user, batch.items(on_existing), key.as_ref()).await?;
    Ok(Response::batch(saved, &request))
}
