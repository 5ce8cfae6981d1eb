//! Serves one of the consumers of the stream.

use favorites_api::ServeError;
use functions::{background, chosen};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), ServeError> {
    chosen(&[background::CHANGE_CONSUMER, background::TAG_CLEANUP])?.serve().await
}
