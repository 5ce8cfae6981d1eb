//! The handlers of the Lambda functions, a module for each family.
//!
//! Each function is a program of its own in `src/bin`, which serves one handler. [`routes`] lists the
//! functions that answer the HTTP API, and [`background`] the others. The local service and the tests call
//! the handlers in their own process by these lists. The function [`WEB`] is a crate of its own,
//! `functions/web`, because it has no part in the API.

pub mod account;
pub mod background;
pub mod favorites;
pub mod jobs;
pub mod routes;
pub mod search;
pub mod stream;
pub mod tags;
pub mod transfers;
pub mod trash;
pub mod worker;

pub use background::BACKGROUND;
pub use routes::ROUTES;

/// The name of the function that serves the web app.
pub const WEB: &str = "web";

/// The name of the function that answers requests that fit no route.
pub const NO_ROUTE: &str = "no-route";

/// Returns the names of all functions: those of the routes, then the others.
pub fn names() -> impl Iterator<Item = &'static str> {
    let routes = ROUTES.iter().map(|route| route.function);
    routes.chain(BACKGROUND.iter().map(|background| background.function)).chain([WEB, NO_ROUTE])
}
