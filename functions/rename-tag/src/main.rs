//! Serves [`rename_tag::handler`].

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), favorites_api::ServeError> {
    favorites_api::serve(rename_tag::handler).await
}
