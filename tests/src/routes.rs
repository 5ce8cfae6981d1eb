//! The routes of the API.

use favorites_local::template::{Route, Template};

/// Returns the routes of `template.yaml`, so that a test of all routes includes new ones.
#[must_use]
pub fn routes() -> Vec<Route> {
    Template::project().expect("the project's template is well-formed").routes
}
