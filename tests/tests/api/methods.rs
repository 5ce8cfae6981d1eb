//! `HEAD`, `OPTIONS`, other methods, and paths that there are not.

use std::collections::BTreeSet;

use favorites_api::ProblemType;
use favorites_tests::{Service, data_id, sample, with_id};
use functions::{ROUTES, routes};
use reqwest::Method;
use serde_json::json;

const UNKNOWN: &str = "019a0000-0000-7000-8000-000000000001";

/// Returns the paths of all routes with their methods, in the order of `Allow`. The path of one route can be
/// that of another one, too.
fn paths() -> Vec<(String, BTreeSet<&'static str>)> {
    let file = |path: &str| with_id(path, UNKNOWN).replace("{file+}", "config.json");
    let paths: BTreeSet<_> = routes::KEYS.iter().map(|(_, path)| *path).collect();
    let methods = |path: &str| {
        let same = |other: &str| {
            other == path
                || (path.starts_with("/favorites/")
                    && other == "/favorites/{dataId}"
                    && path.matches('/').count() == 2)
        };
        let own = routes::KEYS.iter().filter(|(_, other)| same(other)).map(|(method, _)| *method);
        let own: BTreeSet<_> = own.chain(["OPTIONS"]).collect();
        let head = own.contains("GET").then_some("HEAD");
        own.into_iter().chain(head).collect()
    };
    paths.into_iter().map(|path| (file(path), methods(path))).collect()
}

fn allow(methods: &BTreeSet<&str>) -> String {
    methods.iter().copied().collect::<Vec<_>>().join(", ")
}

#[tokio::test]
async fn head_answers_like_get_without_a_body() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let kept = ann.create(&sample::favorite("note", "x")).await;
    // Otherwise the change consumer may change an answer between the two requests.
    service.settle().await;
    let favorite = format!("/favorites/{}", data_id(&kept));
    let reads = ROUTES.iter().filter(|route| route.method == "GET").map(|route| with_id(route.path, UNKNOWN));
    for path in reads.chain([favorite.clone(), "/favorites?limit=x".to_owned()]) {
        let (get, head) = (ann.get(&path).await, ann.call(Method::HEAD, &path).await);
        assert_eq!(head.status(), get.status(), "{path}");
        assert_eq!(head.text(), "", "{path}");
        for header in ["content-type", "cache-control", "etag"] {
            assert_eq!(head.header(header), get.header(header), "{path} {header}");
        }
        // The instance of a problem, the time of a list and so on can differ, but not what is kept.
        if path == favorite {
            assert_eq!(head.header("content-length"), get.text().len().to_string());
        }
        let stranger = service.stranger().call(Method::HEAD, &path).await;
        assert_eq!(stranger.status(), 401, "{path}");
    }
    let same = ann.call(Method::HEAD, &favorite).header("if-none-match", "\"1\"").await;
    assert_eq!(same.status(), 304);
    let page = service.stranger().call(Method::HEAD, "/").await;
    assert_eq!((page.status(), page.text()), (200, ""));
    service.end().await;
}

#[tokio::test]
async fn options_lists_the_methods_of_a_path_without_a_token() {
    let service = Service::start().await;
    for (path, methods) in paths() {
        let answer = service.stranger().call(Method::OPTIONS, &path).await;
        assert_eq!((answer.status(), answer.text()), (204, ""), "{path}");
        assert_eq!(answer.header("allow"), allow(&methods), "{path}");
    }
    service.end().await;
}

#[tokio::test]
async fn a_method_that_a_path_does_not_have_is_not_allowed() {
    let service = Service::start().await;
    let ann = service.person("ann");
    for (path, methods) in paths() {
        for method in ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "TRACE", "QUERY"] {
            if methods.contains(method) {
                continue;
            }
            let call = || ann.call(method.parse().unwrap(), &path);
            let answer =
                if ["GET", "HEAD", "TRACE"].contains(&method) { call() } else { call().json(&json!({})) }
                    .await;
            assert_eq!(answer.header("allow"), allow(&methods), "{method} {path}");
            if method == "HEAD" {
                assert_eq!(answer.status(), 405, "{path}");
            } else {
                answer.problem(ProblemType::MethodNotAllowed);
            }
        }
    }
    service.end().await;
}

#[tokio::test]
async fn a_path_that_there_is_not_is_not_found() {
    let service = Service::start().await;
    let (ann, stranger) = (service.person("ann"), service.stranger());
    for path in
        ["/nowhere", "/favorites/", "//favorites", "/Favorites", "/favorites/1/2/3/4", "/app/", "/tags/1/2"]
    {
        for method in [Method::GET, Method::POST, Method::OPTIONS] {
            for person in [&ann, &stranger] {
                let problem = person.call(method.clone(), path).await.problem(ProblemType::RouteNotFound);
                assert_eq!(problem["detail"], format!("no route has the path \"{path}\""));
            }
        }
    }
    service.end().await;
}
