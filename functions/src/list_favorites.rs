//! `GET /favorites?type=&order=&limit=&cursor=`: a person's favorites by clip time, newest first unless `order` says else.

use favorites_api::favorites::Order;
use favorites_api::representation::FavoriteBody;
use favorites_api::{Favorites, Problem, Request, Response};

/// Serves the route.
///
/// # Errors
/// A [`Problem`], which the caller is answered with.
pub async fn handler(favorites: &Favorites, request: Request) -> Result<Response, Problem> {
    let user = request.user()?;
    let mut query = request.query();
    let data_type = query.optional("type");
    let list = query.list(&user, "list-favorites", Order::Descending)?;
    let page = favorites.list_favorites(&user, data_type, list.page()).await?;
    Ok(list.answer(&page, FavoriteBody::from))
}
