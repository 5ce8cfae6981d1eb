//! Serves the reconciliation.

use favorites_api::{ServeError, serve_task};
use functions::{background, chosen};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), ServeError> {
    serve_task(chosen(&[background::RECONCILE])?).await
}
