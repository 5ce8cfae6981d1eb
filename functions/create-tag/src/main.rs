//! Serves [`create_tag::handler`].

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), favorites_api::ServeError> {
    favorites_api::serve(create_tag::handler).await
}
