//! Serves [`change_consumer::handler`].

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), favorites_api::ServeError> {
    favorites_api::serve_stream(change_consumer::handler).await
}
