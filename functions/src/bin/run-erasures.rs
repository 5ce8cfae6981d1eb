//! Erases accounts.

use favorites_api::{ServeError, serve_task_with_files};
use functions::account::run_erasures;

#[tokio::main(flavor = "current_thread")]
pub(crate) async fn main() -> Result<(), ServeError> {
    serve_task_with_files(run_erasures).await
}
