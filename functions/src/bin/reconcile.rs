//! Compares counts and search with the favorites, and repairs them.

use favorites_api::{ServeError, serve_task};
use functions::reconciliation::reconcile;

#[tokio::main(flavor = "current_thread")]
pub(crate) async fn main() -> Result<(), ServeError> {
    serve_task(reconcile).await
}
