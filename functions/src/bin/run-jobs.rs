//! Works on jobs that outlast their request.

use favorites_api::{ServeError, serve_task};
use functions::jobs::run_jobs;

#[tokio::main(flavor = "current_thread")]
pub(crate) async fn main() -> Result<(), ServeError> {
    serve_task(run_jobs).await
}
