//! `POST /favorites`: keeps something.

use favorites_api::favorites::FavoriteDraft;
use favorites_api::{Favorites, Problem, Request, Response, both, draft_and};

/// Serves the route.
///
/// # Errors
/// A [`Problem`], which the caller is answered with.
pub async fn handler(favorites: &Favorites, request: Request) -> Result<Response, Problem> {
    let user = request.user()?;
    let mut query = request.query();
    let on_existing = query.optional("onExisting").unwrap_or_default();
    let (draft, (key, ())) =
        draft_and(request.favorite_draft(), both(request.idempotency_key(), query.end()))?;
    let new = FavoriteDraft { on_existing, ..draft };
    let saved = favorites.create_favorite(&user, new, key.as_ref()).await?;
    Ok(Response::saved_favorite(&saved))
}
