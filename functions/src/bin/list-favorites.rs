//! Serves `GET /favorites`.

use favorites_api::{ServeError, serve};
use functions::routes;

#[tokio::main(flavor = "current_thread")]
pub(crate) async fn main() -> Result<(), ServeError> {
    serve(&routes::LIST_FAVORITES).await
}
