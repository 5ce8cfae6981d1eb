//! Serves the function that the variable `FUNCTION` names, as the function's own program does. So the tests link one
//! program, and not one for each function.

use favorites_api::{ServeError, serve, serve_stream, serve_stream_with_files, serve_task};
use favorites_web::ServeError as WebError;
use functions::background::Handler;
use functions::{BACKGROUND, ROUTES, WEB};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    let name = std::env::var("FUNCTION").expect("FUNCTION names a function");
    if name == WEB {
        return Ok(favorites_web::serve().await?);
    }
    Ok(serve_with_table(&name).await?)
}

/// Why the function does not start, or stopped, in the words of its own program.
#[derive(thiserror::Error)]
#[error(transparent)]
enum Error {
    Table(#[from] ServeError),
    Web(#[from] WebError),
}

impl std::fmt::Debug for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Display::fmt(self, f)
    }
}

async fn serve_with_table(name: &str) -> Result<(), ServeError> {
    if let Some(route) = ROUTES.iter().find(|route| route.function == name) {
        return serve(route).await;
    }
    let background = BACKGROUND.iter().find(|background| background.function == name);
    let background = background.expect("there is a function with this name");
    match background.handler {
        Handler::Stream(consumer) if background.has_files => serve_stream_with_files(consumer).await,
        Handler::Stream(consumer) => serve_stream(consumer).await,
        Handler::Sweep(task) => serve_task(task).await,
    }
}
