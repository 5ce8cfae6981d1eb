//! Finds the route of a request.
//!
//! axum's router would find the same routes, but needs a fallback for each path to answer another method as API Gateway does, and
//! does not hand out the route key. The ranking that it would replace is three lines, so the template's routes are matched here.

use std::collections::BTreeMap;

use axum::http::Method;
use percent_encoding::percent_decode_str;

use super::refusal::Refusal;
use crate::template::{DEFAULT, Route};

/// The routes of the API.
pub(crate) struct Routes(Vec<Route>);

/// A route and the values of its path parameters.
#[derive(Debug, PartialEq)]
pub(super) struct Match<'a> {
    pub(super) route: &'a Route,
    pub(super) parameters: BTreeMap<&'a str, String>,
}

impl Routes {
    pub(crate) fn new(routes: Vec<Route>) -> Self {
        Self(routes)
    }

    /// Returns the most specific route for `method` and `path`. Literal segments are more specific than
    /// parameters, and those more specific than a greedy parameter such as `{file+}`, compared from left to
    /// right. A method is more specific than `ANY`. The default route takes all other requests (see "Create
    /// routes for HTTP APIs").
    pub(super) fn find(&self, method: &Method, path: &str) -> Result<Match<'_>, Refusal> {
        let fits = |route: &&Route| {
            (route.method == method.as_str() || route.method == "ANY") && fit(&route.path, path).is_some()
        };
        let route = self.0.iter().filter(fits).min_by_key(|route| rank(route)).ok_or(Refusal::NotFound)?;
        Ok(Match { route, parameters: parameters(&route.path, path).ok_or(Refusal::BadRequest)? })
    }
}

/// A segment of a route's path.
enum Part<'a> {
    Literal(&'a str),
    Parameter(&'a str),
    /// The rest of the path. The template has it at the end only.
    Greedy(&'a str),
}

impl<'a> Part<'a> {
    fn of(segment: &'a str) -> Self {
        match segment.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) {
            Some(name) => name.strip_suffix('+').map_or(Self::Parameter(name), Self::Greedy),
            None => Self::Literal(segment),
        }
    }

    fn rank(&self) -> u8 {
        match self {
            Self::Literal(_) => 0,
            Self::Parameter(_) => 1,
            Self::Greedy(_) => 2,
        }
    }
}

/// Returns the segments of a route's path with the parts of `path` that they stand for, or `None` if it does
/// not fit.
fn fit<'a, 'b>(pattern: &'a str, path: &'b str) -> Option<Vec<(Part<'a>, &'b str)>> {
    if pattern == DEFAULT {
        return Some(Vec::new());
    }
    let parts: Vec<_> = pattern.split('/').map(Part::of).collect();
    let is_greedy = matches!(parts.last(), Some(Part::Greedy(_)));
    let segments: Vec<_> =
        if is_greedy { path.splitn(parts.len(), '/').collect() } else { path.split('/').collect() };
    let fits = parts.len() == segments.len()
        && parts.iter().zip(&segments).all(|(part, segment)| match part {
            Part::Literal(text) => text == segment,
            Part::Parameter(_) | Part::Greedy(_) => !segment.is_empty(),
        });
    fits.then(|| parts.into_iter().zip(segments).collect())
}

/// Returns the rank of a route. A lower rank is more specific.
fn rank(route: &Route) -> (bool, Vec<u8>, bool) {
    let parts = route.path.split('/').map(|segment| Part::of(segment).rank()).collect();
    (route.path == DEFAULT, parts, route.method == "ANY")
}

/// Returns the decoded values of the path parameters, or `None` if a value is not UTF-8.
fn parameters<'a>(pattern: &'a str, path: &str) -> Option<BTreeMap<&'a str, String>> {
    let decode = |(part, segment)| match part {
        Part::Literal(_) => None,
        Part::Parameter(name) | Part::Greedy(name) => {
            Some(percent_decode_str(segment).decode_utf8().ok().map(|value| (name, value.into_owned())))
        }
    };
    fit(pattern, path)?.into_iter().filter_map(decode).collect()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::template::{Authorizer, Function};

    fn routes(keys: &[&str]) -> Routes {
        let route = |key: &&str| {
            let (method, path) = key.split_once(' ').unwrap();
            Route {
                method: method.to_owned(),
                path: path.to_owned(),
                authorizer: Authorizer::Jwt,
                function: Function { name: "any".to_owned(), timeout: Duration::from_secs(3) },
            }
        };
        Routes::new(keys.iter().map(route).collect())
    }

    fn find(method: &Method, path: &str) -> Result<(String, Vec<String>), Refusal> {
        let routes = routes(&[
            "GET /favorites",
            "GET /favorites/{dataId}",
            "GET /favorites/recent",
            "ANY /favorites/recent",
            "PUT /favorites/{dataId}/tags/{tagId}",
            "GET /app/{file+}",
            "GET /app/{version}/main.js",
        ]);
        routes.find(method, path).map(|found| (found.route.key(), found.parameters.into_values().collect()))
    }

    fn found(key: &str, values: &[&str]) -> (String, Vec<String>) {
        (key.to_owned(), values.iter().map(|&value| value.to_owned()).collect())
    }

    #[test]
    fn parameters_are_filled() {
        assert_eq!(find(&Method::GET, "/favorites"), Ok(found("GET /favorites", &[])));
        assert_eq!(find(&Method::GET, "/favorites/7"), Ok(found("GET /favorites/{dataId}", &["7"])));
        assert_eq!(
            find(&Method::PUT, "/favorites/7/tags/8"),
            Ok(found("PUT /favorites/{dataId}/tags/{tagId}", &["7", "8"]))
        );
    }

    #[test]
    fn the_most_specific_route_wins() {
        assert_eq!(find(&Method::GET, "/favorites/recent"), Ok(found("GET /favorites/recent", &[])));
        assert_eq!(find(&Method::DELETE, "/favorites/recent"), Ok(found("ANY /favorites/recent", &[])));
    }

    #[test]
    fn a_greedy_parameter_takes_the_rest_of_the_path_unless_another_route_is_more_specific() {
        assert_eq!(find(&Method::GET, "/app/sw.js"), Ok(found("GET /app/{file+}", &["sw.js"])));
        assert_eq!(find(&Method::GET, "/app/7/ui/a%20b.js"), Ok(found("GET /app/{file+}", &["7/ui/a b.js"])));
        assert_eq!(find(&Method::GET, "/app/7/main.js"), Ok(found("GET /app/{version}/main.js", &["7"])));
        assert_eq!(find(&Method::GET, "/app/"), Err(Refusal::NotFound));
        assert_eq!(find(&Method::GET, "/app"), Err(Refusal::NotFound));
    }

    #[test]
    fn parameters_are_decoded() {
        assert_eq!(
            find(&Method::GET, "/favorites/a%2Fb%20%E5%9B%BE"),
            Ok(found("GET /favorites/{dataId}", &["a/b 图"]))
        );
        assert_eq!(find(&Method::GET, "/favorites/a+b"), Ok(found("GET /favorites/{dataId}", &["a+b"])));
        assert_eq!(find(&Method::GET, "/favorites/50%"), Ok(found("GET /favorites/{dataId}", &["50%"])));
    }

    #[test]
    fn a_parameter_that_is_not_utf_8_is_a_bad_request() {
        assert_eq!(find(&Method::GET, "/favorites/%FF"), Err(Refusal::BadRequest));
    }

    #[test]
    fn the_default_route_takes_all_other_requests() {
        let routes = routes(&["GET /favorites", "ANY $default"]);
        let find = |method, path| routes.find(&method, path).unwrap().route.key();
        assert_eq!(find(Method::GET, "/favorites"), "GET /favorites");
        for (method, path) in [
            (Method::HEAD, "/favorites"),
            (Method::TRACE, "/favorites"),
            (Method::GET, "/%FF"),
            (Method::OPTIONS, "*"),
        ] {
            assert_eq!(find(method, path), "$default", "{path}");
        }
    }

    #[test]
    fn a_request_that_fits_no_route_is_not_found() {
        for path in
            ["/", "/favorites/", "/favorites/7/", "/favorites/7/tags", "/Favorites", "//favorites", "*"]
        {
            assert_eq!(find(&Method::GET, path), Err(Refusal::NotFound), "{path}");
        }
        assert_eq!(find(&Method::POST, "/favorites"), Err(Refusal::NotFound));
        assert_eq!(find(&Method::HEAD, "/favorites"), Err(Refusal::NotFound));
        assert_eq!(find(&Method::OPTIONS, "/favorites"), Err(Refusal::NotFound));
        assert_eq!(find(&Method::PUT, "/favorites//tags/8"), Err(Refusal::NotFound));
    }
}
