//! Serves the function that the variable `FUNCTION` names, as the function's own program does. So the tests link one
//! program, and not one for each function.

use favorites_api::{ServeError, serve, serve_no_route, serve_stream, serve_stream_with_files, serve_task};
use functions::background::Handler;
use functions::{BACKGROUND, NO_ROUTE, ROUTES, WEB, routes};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), ServeError> {
    let name = std::env::var("FUNCTION").expect("FUNCTION names a function");
    if name == WEB {
        return favorites_web::serve().await;
    }
    if name == NO_ROUTE {
        return serve_no_route(routes::KEYS).await;
    }
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
