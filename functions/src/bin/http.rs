//! Serves one of the functions that answer the routes of the HTTP API.

use favorites_api::{ServeError, serve};
use functions::{chosen, http};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), ServeError> {
    serve(chosen(&http::FUNCTIONS)?).await
}
