//! Serves [`reconcile::handler`].

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), favorites_api::ServeError> {
    favorites_api::serve_job(reconcile::handler).await
}
