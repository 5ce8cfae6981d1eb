//! `GET /jobs?order=&limit=&cursor=`: the jobs of the last 90 days, newest first unless `order` says else.

use favorites_api::favorites::Order;
use favorites_api::{Favorites, JobBody, Problem, Request, Response};

/// Serves the route.
///
/// # Errors
/// A [`Problem`], which the caller is answered with.
pub async fn handler(favorites: &Favorites, request: Request) -> Result<Response, Problem> {
    let user = request.user()?;
    let list = request.query().list(&user, "list-jobs", Order::Descending)?;
    let page = favorites.list_jobs(&user, list.page()).await?;
    Ok(list.answer(&page, JobBody::from).revalidated(&request))
}
