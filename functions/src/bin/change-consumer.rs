//! Consumes the stream: keeps counts and search in step with the favorites.

use favorites_api::{ServeError, serve_stream};
use functions::stream::change_consumer;

#[tokio::main(flavor = "current_thread")]
pub(crate) async fn main() -> Result<(), ServeError> {
    serve_stream(change_consumer).await
}
