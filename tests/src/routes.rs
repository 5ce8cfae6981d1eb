//! The routes of the API.

use favorites_local::template::{Route, Template};

/// Returns the routes of `template.yaml`, so that a test of all routes includes new ones.
#[must_use]
pub fn routes() -> Vec<Route> {
    Template::project().expect("the project's template is well-formed").routes
}

/// Returns the path of a route with this id for each of its parameters.
#[must_use]
pub fn with_id(path: &str, id: &str) -> String {
    ["{dataId}", "{tagId}", "{jobId}"].iter().fold(path.to_owned(), |path, name| path.replace(name, id))
}
