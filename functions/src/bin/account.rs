//! Serves one of the functions of the account, whether a route or the state machine calls them.

use favorites_api::{ServeError, serve, serve_task_with_files};
use functions::{background, chosen, http};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), ServeError> {
    match chosen(&http::ACCOUNT_FUNCTIONS) {
        Ok(route) => serve(route).await,
        Err(_) => serve_task_with_files(chosen(&[background::RUN_ERASURES])?).await,
    }
}
