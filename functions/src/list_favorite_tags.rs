//! `GET /favorites/{dataId}/tags?order=`: the tags of one favorite by their creation, oldest first unless `order` says else.

use favorites_api::favorites::Order;
use favorites_api::{Favorites, Problem, Request, Response};

/// Serves the route.
///
/// # Errors
/// A [`Problem`], which the caller is answered with.
pub async fn handler(favorites: &Favorites, request: Request) -> Result<Response, Problem> {
    let user = request.user()?;
    let data_id = request.data_id()?;
    let mut query = request.query();
    let order = query.order(Order::Ascending).unwrap_or(Order::Ascending);
    query.end()?;
    let tags = favorites.favorite_tags(&user, data_id, order).await?;
    Ok(Response::favorite_tags(&tags).revalidated(&request))
}
