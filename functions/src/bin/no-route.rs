//! Answers requests that fit no route.

use favorites_api::{ServeError, serve_no_route};
use functions::routes;

#[tokio::main(flavor = "current_thread")]
pub(crate) async fn main() -> Result<(), ServeError> {
    serve_no_route(routes::KEYS).await
}
