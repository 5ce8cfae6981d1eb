//! Serves one of the consumers of the stream.

use favorites_api::{ServeError, serve_stream};
use functions::{background, chosen};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), ServeError> {
    serve_stream(chosen(&[background::CHANGE_CONSUMER, background::TAG_CLEANUP])?).await
}
