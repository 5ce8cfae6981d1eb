//! Serves one of the functions that nobody waits for.

use favorites_api::ServeError;
use functions::{background, chosen};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), ServeError> {
    chosen(&background::FUNCTIONS)?.serve().await
}
