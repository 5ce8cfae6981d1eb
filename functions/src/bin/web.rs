//! Serves the web app.

use favorites_web::{ServeError, serve};

#[tokio::main(flavor = "current_thread")]
pub(crate) async fn main() -> Result<(), ServeError> {
    serve().await
}
