//! Serves the web app.

use favorites_api::ServeError;
use favorites_web::serve;

#[tokio::main(flavor = "current_thread")]
pub(crate) async fn main() -> Result<(), ServeError> {
    serve().await
}
