//! Works on imports and exports.

use favorites_api::{ServeError, serve_task_with_files};
use functions::transfers::run_transfers;

#[tokio::main(flavor = "current_thread")]
pub(crate) async fn main() -> Result<(), ServeError> {
    serve_task_with_files(run_transfers).await
}
