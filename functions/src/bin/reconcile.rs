//! Serves the reconciliation.

use favorites_api::ServeError;
use functions::{background, chosen};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), ServeError> {
    chosen(&[background::RECONCILE])?.serve().await
}
