//! Serves `POST /exports`.

use favorites_api::{ServeError, serve};
use functions::routes;

#[tokio::main(flavor = "current_thread")]
pub(crate) async fn main() -> Result<(), ServeError> {
    serve(&routes::CREATE_EXPORT).await
}
