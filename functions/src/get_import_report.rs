//! `GET /jobs/{jobId}/report?limit=&cursor=`: the entries that an import has not imported, in the order of the file.

use favorites_api::favorites::Order;
use favorites_api::{Favorites, Problem, Request, Response};

/// Serves the route.
///
/// # Errors
/// A [`Problem`], which the caller is answered with.
pub async fn handler(favorites: &Favorites, request: Request) -> Result<Response, Problem> {
    let user = request.user()?;
    let job_id = request.job_id()?;
    let list = request.query().page(&user, "import-report", Order::Ascending)?;
    let page = favorites.import_report(&user, job_id, list.page()).await?;
    Ok(list.answer(&page, |entry| entry))
}
