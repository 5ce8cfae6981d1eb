//! Serves [`list_favorite_tags::handler`].

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), favorites_api::ServeError> {
    favorites_api::serve(list_favorite_tags::handler).await
}
