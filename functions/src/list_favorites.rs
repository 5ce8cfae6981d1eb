//! `GET /favorites?type=&sort=clipTime|updateTime&order=&limit=&cursor=`: a person's favorites by clip time or by the time of their last
//! change, newest first unless `order` says else.

use favorites_api::favorites::{FavoriteSort, Order};
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
    let sort = query.optional("sort").unwrap_or_default();
    if data_type.is_some() && sort == FavoriteSort::UpdateTime {
        query.refuse("sort", "must be clipTime for the favorites of a type; updateTime was given");
    }
    let list = query.list(&user, "list-favorites", Order::Descending)?;
    let page = match sort {
        FavoriteSort::ClipTime => favorites.list_favorites(&user, data_type, list.page()).await?,
        FavoriteSort::UpdateTime => favorites.list_updated_favorites(&user, list.page()).await?,
    };
    Ok(list.answer(&page, FavoriteBody::from).revalidated(&request))
}
