//! Serves [`restore_favorite::handler`].

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), favorites_api::ServeError> {
    favorites_api::serve(restore_favorite::handler).await
}
