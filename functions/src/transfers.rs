//! The routes of imports and exports.

use favorites_api::favorites::Order;
use favorites_api::{Favorites, JobLinks, NewImport, Problem, Request, Response, both};

/// `POST /exports`: begins an export.
pub async fn create_export(favorites: &Favorites, request: Request) -> Result<Response, Problem> {
    let user = request.user()?;
    let (format, (key, ())) =
        both(request.export_format(), both(request.idempotency_key(), request.query().end()))?;
    let job = favorites.begin_export(&user, format, key.as_ref()).await?;
    let job = Box::pin(favorites.run_export_at_once(job, request.wait())).await;
    Ok(Response::begun_transfer(&job, &JobLinks::of(favorites, &job)?))
}

/// `POST /imports`: begins an import, and signs the link for the upload of its file.
pub async fn create_import(favorites: &Favorites, request: Request) -> Result<Response, Problem> {
    let user = request.user()?;
    let (NewImport { bytes, options }, (key, ())) =
        both(request.new_import(), both(request.idempotency_key(), request.query().end()))?;
    let job = favorites.begin_import(&user, bytes, options, key.as_ref()).await?;
    Ok(Response::new_import(&job, &JobLinks::of(favorites, &job)?))
}

/// `POST /jobs/{jobId}/start`: starts an import whose file is uploaded, or continues it.
pub async fn start_import(favorites: &Favorites, request: Request) -> Result<Response, Problem> {
    let user = request.user()?;
    let job_id = request.job_id()?;
    request.query().end()?;
    let job = favorites.start_import(&user, job_id).await?;
    let job = Box::pin(favorites.run_import_at_once(job, request.wait())).await;
    Ok(Response::begun_transfer(&job, &JobLinks::of(favorites, &job)?))
}

/// `GET /jobs/{jobId}/report`: lists the entries that an import did not import, in the order of the file.
pub async fn get_import_report(favorites: &Favorites, request: Request) -> Result<Response, Problem> {
    let user = request.user()?;
    let job_id = request.job_id()?;
    let list = request.query().page(&user, "import-report", Order::Ascending)?;
    let page = favorites.import_report(&user, job_id, list.page()).await?;
    Ok(list.answer(&page, |entry| entry))
}
