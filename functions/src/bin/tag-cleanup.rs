//! Consumes the stream: removes deleted tags from their favorites.

use favorites_api::{ServeError, serve_stream};
use functions::stream::tag_cleanup;

#[tokio::main(flavor = "current_thread")]
pub(crate) async fn main() -> Result<(), ServeError> {
    serve_stream(tag_cleanup).await
}
