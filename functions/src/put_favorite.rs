//! `PUT /favorites/{dataId}`: keeps something under an id that the client chose. A client that was offline may repeat it at any time.

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
    let (draft, (data_id, ((), ()))) =
        draft_and(request.favorite_draft(), both(request.chosen_id(), both(request.creates(), query.end())))?;
    let new = FavoriteDraft { on_existing, data_id: Some(data_id), ..draft };
    let saved = favorites.create_favorite(&user, new, None).await?;
    Ok(Response::saved_favorite(&saved))
}
