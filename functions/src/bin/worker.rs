//! Consumes the stream: does the background work of users.

use favorites_api::{ServeError, serve_stream_with_files};
use functions::worker::worker;

#[tokio::main(flavor = "current_thread")]
pub(crate) async fn main() -> Result<(), ServeError> {
    serve_stream_with_files(worker).await
}
