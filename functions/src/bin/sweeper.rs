//! Calls the worker for users whose work is overdue.

use favorites_api::{ServeError, serve_task};
use functions::worker::sweeper;

#[tokio::main(flavor = "current_thread")]
pub(crate) async fn main() -> Result<(), ServeError> {
    serve_task(sweeper).await
}
