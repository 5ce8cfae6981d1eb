//! Serves one of the functions that work on jobs, whether a route or the state machine calls them.

use favorites_api::{ServeError, serve, serve_task};
use functions::{background, chosen, http};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), ServeError> {
    match chosen(&http::JOB_FUNCTIONS) {
        Ok(route) => serve(route).await,
        Err(_) => serve_task(chosen(&[background::RUN_JOBS])?).await,
    }
}
