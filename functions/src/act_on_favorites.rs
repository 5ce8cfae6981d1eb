//! `POST /favorites/actions`: applies one action to many favorites.

use favorites_api::{Favorites, Problem, Request, Response, Selected, both};

/// Serves the route.
///
/// # Errors
/// A [`Problem`], which the caller is answered with.
pub async fn handler(favorites: &Favorites, request: Request) -> Result<Response, Problem> {
    let user = request.user()?;
    let (selection, (key, ())) =
        both(request.selection(), both(request.idempotency_key(), request.query().end()))?;
    match selection.selected {
        Selected::Ids(data_ids) => {
            let results = favorites.act_on_favorites(&user, selection.action, &data_ids).await?;
            Ok(Response::acted(results, &data_ids, &request))
        }
        Selected::All(selector) => {
            let job = favorites.begin_job(&user, selection.action, selector, key.as_ref()).await?;
            Ok(Response::begun(&favorites.run_at_once(job).await))
        }
    }
}
