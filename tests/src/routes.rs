//! The routes of the API.

use favorites_local::template::{Route, Template};

/// The routes of `template.yaml`, so that a test which goes through them all can't forget a new one.
#[must_use]
pub fn routes() -> Vec<Route> {
    Template::project().expect("the project's template is well-formed").routes
}
