//! `GET /trash?order=&limit=&cursor=`: what lies in the trash, newest first unless `order` says else.

use favorites_api::favorites::Order;
use favorites_api::representation::TrashedFavoriteBody;
use favorites_api::{Favorites, Problem, Request, Response};

/// Serves the route.
///
/// # Errors
/// A [`Problem`], which the caller is answered with.
pub async fn handler(favorites: &Favorites, request: Request) -> Result<Response, Problem> {
    let user = request.user()?;
    let list = request.query().list(&user, "list-trash", Order::Descending)?;
    let page = favorites.list_trash(&user, list.page()).await?;
    Ok(list.answer(&page, TrashedFavoriteBody::from).revalidated(&request))
}
