//! The answer to a request that fits no route.
//!
//! API Gateway looks for a route with the method and the path of a request. It gives all other requests to
//! the route `$default` (see "Create routes for HTTP APIs" in its developer guide), whose function answers
//! here: it knows the paths, so it can tell a method that a path does not have from a path that there is not.

use favorites::json::excerpt;
use std::collections::BTreeSet;
use std::future::{Ready, ready};

use http::header::ALLOW;
use lambda_http::aws_lambda_events::apigw::ApiGatewayV2httpResponse;
use lambda_runtime::{LambdaEvent, service_fn};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::base_path::BasePath;
use crate::event::{self, Event};
use crate::in_process::FunctionError;
use crate::log::log_to_stdout;
use crate::problem::{Problem, ProblemType};
use crate::response::Response;
use crate::serve::ServeError;

/// The method and the path of a route.
pub type RouteKey = (&'static str, &'static str);

/// Answers requests that fit none of these routes until Lambda ends the process.
///
/// # Errors
/// [`ServeError`], before the first request or when the runtime stops.
pub async fn serve_no_route(routes: &'static [RouteKey]) -> Result<(), ServeError> {
    log_to_stdout()?;
    let function = service_fn(move |LambdaEvent { payload, .. }: LambdaEvent<Box<RawValue>>| {
        let mut json = serde_json::Deserializer::from_str(payload.get());
        let event = event::read(&mut json).map_err(FunctionError::Event);
        ready(event.map(|event| answer(routes, &event)))
    });
    lambda_runtime::run(function).await.map_err(ServeError::Runtime)
}

/// Returns a function that answers events of requests that fit none of these routes, as [`serve_no_route`]
/// does.
pub fn no_route_in_process(
    routes: &'static [RouteKey],
) -> impl Fn(Value) -> Ready<Result<Value, FunctionError>> + Send + Sync + 'static {
    move |event| {
        let event = event::read(event).map_err(FunctionError::Event);
        let answer = event.map(|event| answer(routes, &event));
        ready(answer.and_then(|answer| serde_json::to_value(answer).map_err(FunctionError::Answer)))
    }
}

fn answer(routes: &[RouteKey], event: &Event) -> ApiGatewayV2httpResponse {
    let (path, method) = (path(event), &event.request_context.http.method);
    let allow = methods(routes, path).join(", ");
    let problem = if allow.is_empty() {
        Problem::new(ProblemType::RouteNotFound, format!("no route has the path \"{}\"", excerpt(path)))
    } else if method == "OPTIONS" {
        return Response::no_content().with(ALLOW, &allow).into_event(&BasePath::default());
    } else {
        let detail = format!("the path has the methods {allow}; {} was given", excerpt(method));
        Problem::new(ProblemType::MethodNotAllowed, detail)
    };
    let response = Response::problem(&problem, &event.request_context.request_id);
    let response = if allow.is_empty() { response } else { response.with(ALLOW, &allow) };
    response.into_event(&BasePath::default())
}

/// Returns the path as routes have it. `rawPath` begins with the stage, unless that is `$default`.
fn path(event: &Event) -> &str {
    let path =
        event.raw_path.strip_prefix('/').and_then(|path| path.strip_prefix(&*event.request_context.stage));
    path.filter(|path| path.starts_with('/')).unwrap_or(&event.raw_path)
}

/// Returns the methods of a path, in alphabetical order. It is empty if no route has the path.
fn methods(routes: &[RouteKey], path: &str) -> Vec<&'static str> {
    let mut methods: BTreeSet<_> =
        routes.iter().filter(|(_, pattern)| fits(pattern, path)).map(|(method, _)| *method).collect();
    if methods.contains("GET") {
        methods.insert("HEAD");
    }
    if !methods.is_empty() {
        methods.insert("OPTIONS");
    }
    methods.into_iter().collect()
}

/// Returns true if `path` is one of the paths of a route. A parameter such as `{dataId}` stands for one
/// segment, and a greedy one such as `{file+}` for the rest.
fn fits(pattern: &str, path: &str) -> bool {
    let mut segments = path.split('/');
    for part in pattern.split('/') {
        match segments.next() {
            Some(segment) if part.ends_with("+}") => return !segment.is_empty(),
            Some(segment) if part == segment || (part.starts_with('{') && !segment.is_empty()) => {}
            _ => return false,
        }
    }
    segments.next().is_none()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const ROUTES: &[RouteKey] = &[
        ("GET", "/"),
        ("POST", "/favorites/batch"),
        ("GET", "/favorites/{dataId}"),
        ("DELETE", "/favorites/{dataId}"),
        ("PUT", "/favorites/{dataId}/tags/{tagId}"),
        ("GET", "/app/{file+}"),
    ];

    async fn send(method: &str, path: &str, stage: &str) -> Value {
        let context = json!({ "requestId": "r", "stage": stage, "http": { "method": method } });
        let event =
            json!({ "version": "2.0", "routeKey": "$default", "rawPath": path, "requestContext": context });
        no_route_in_process(ROUTES)(event).await.unwrap()
    }

    #[tokio::test]
    async fn options_are_answered_with_the_methods_of_the_path() {
        for (path, allow) in [
            ("/", "GET, HEAD, OPTIONS"),
            ("/favorites/7", "DELETE, GET, HEAD, OPTIONS"),
            // It is also the path of a favorite, as API Gateway finds routes.
            ("/favorites/batch", "DELETE, GET, HEAD, OPTIONS, POST"),
            ("/favorites/7/tags/8", "OPTIONS, PUT"),
            ("/app/7/ui/main.js", "GET, HEAD, OPTIONS"),
        ] {
            for (stage, path) in [("$default", path.to_owned()), ("prod", format!("/prod{path}"))] {
                let answer = send("OPTIONS", &path, stage).await;
                assert_eq!(
                    (&answer["statusCode"], &answer["headers"]["allow"]),
                    (&json!(204), &json!(allow))
                );
                assert_eq!(answer["body"].as_str().unwrap_or_default(), "", "{path}");
            }
        }
    }

    #[tokio::test]
    async fn another_method_is_not_allowed() {
        for method in ["POST", "TRACE", "BREW", "get"] {
            let answer = send(method, "/favorites/7", "$default").await;
            assert_eq!(answer["statusCode"], 405, "{method}");
            assert_eq!(answer["headers"]["allow"], "DELETE, GET, HEAD, OPTIONS");
            assert_eq!(answer["headers"]["content-type"], "application/problem+json");
            let problem: Value = serde_json::from_str(answer["body"].as_str().unwrap()).unwrap();
            assert_eq!(problem["type"], ProblemType::MethodNotAllowed.uri());
            let detail = format!("the path has the methods DELETE, GET, HEAD, OPTIONS; {method} was given");
            assert_eq!(problem["detail"], detail);
        }
    }

    #[tokio::test]
    async fn another_path_is_not_found() {
        for path in
            ["", "/favorites", "/favorites/", "/favorites/7/", "/Favorites/7", "//", "/app/", "*", "/prod/"]
        {
            for method in ["GET", "OPTIONS"] {
                let answer = send(method, path, "$default").await;
                assert_eq!(
                    (&answer["statusCode"], answer["headers"].get("allow")),
                    (&json!(404), None),
                    "{path}"
                );
                let problem: Value = serde_json::from_str(answer["body"].as_str().unwrap()).unwrap();
                assert_eq!(problem["type"], ProblemType::RouteNotFound.uri());
                assert_eq!(problem["detail"], format!("no route has the path \"{path}\""));
            }
        }
    }

    #[tokio::test]
    async fn an_event_of_another_format_is_an_error() {
        assert!(no_route_in_process(ROUTES)(json!({ "httpMethod": "GET" })).await.is_err());
    }
}
