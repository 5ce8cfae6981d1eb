//! `GET /tags/{tagId}/favorites?type=&order=&limit=&cursor=`: the favorites under a tag by clip time, newest first unless `order`
//! says else. Reading them moves the tag's `lastAccessTime`.

use favorites_api::favorites::Order;
use favorites_api::representation::FavoriteBody;
use favorites_api::{Favorites, Problem, Request, Response};

/// Serves the route.
///
/// # Errors
/// A [`Problem`], which the caller is answered with.
pub async fn handler(favorites: &Favorites, request: Request) -> Result<Response, Problem> {
    let user = request.user()?;
    let tag_id = request.tag_id()?;
    let mut query = request.query();
    let data_type = query.optional("type");
    let list = query.list(&user, "list-tag-favorites", Order::Descending)?;
    let page = favorites.list_tag_favorites(&user, tag_id, data_type, list.page()).await?;
    Ok(list.answer(&page, FavoriteBody::from).revalidated(&request))
}
