//! Serves one of the functions that work with files, whether a route or the state machine calls them.

use favorites_api::{ServeError, serve_task_with_files, serve_with_files};
use functions::{background, chosen, http};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), ServeError> {
    match chosen(&http::TRANSFER_FUNCTIONS) {
        Ok(route) => serve_with_files(route).await,
        Err(_) => serve_task_with_files(chosen(&[background::RUN_TRANSFERS])?).await,
    }
}
