//! `GET /tags?sort=tagName|createTime|lastAccessTime&order=&limit=&cursor=`: a person's tags with their counts.
//!
//! By name unless `sort` says else. Names begin at `a`, times at the newest, unless `order` says else.

use favorites_api::favorites::{Order, TagSort};
use favorites_api::representation::TagBody;
use favorites_api::{Favorites, Problem, Request, Response};

/// Serves the route.
///
/// # Errors
/// A [`Problem`], which the caller is answered with.
pub async fn handler(favorites: &Favorites, request: Request) -> Result<Response, Problem> {
    let user = request.user()?;
    let mut query = request.query();
    let sort = query.optional("sort").unwrap_or(TagSort::TagName);
    let order = if sort == TagSort::TagName { Order::Ascending } else { Order::Descending };
    let list = query.list(&user, "list-tags", order)?;
    let page = favorites.list_tags(&user, sort, list.page()).await?;
    Ok(list.answer(&page, TagBody::from).revalidated(&request))
}
