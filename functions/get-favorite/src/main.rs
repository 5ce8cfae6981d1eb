//! Serves [`get_favorite::handler`].

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), favorites_api::ServeError> {
    favorites_api::serve(get_favorite::handler).await
}
