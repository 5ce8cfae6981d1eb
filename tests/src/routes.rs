//! The paths of the API's routes.

use functions::ROUTES;
use reqwest::Method;

/// Returns the method and the path of each route, with this id for each of its parameters.
#[must_use]
pub fn paths_with_id(id: &str) -> Vec<(Method, String)> {
    let method = |method: &str| method.parse().expect("a method is a token");
    ROUTES.iter().map(|route| (method(route.method), with_id(route.path, id))).collect()
}

/// Returns the path of a route with this id for each of its parameters.
#[must_use]
pub fn with_id(path: &str, id: &str) -> String {
    ["{dataId}", "{tagId}", "{jobId}"].iter().fold(path.to_owned(), |path, name| path.replace(name, id))
}
