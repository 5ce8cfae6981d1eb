//! Tests the answers when the service itself fails: they have a stable type and reveal nothing internal.

use std::future::IntoFuture;
use std::net::Ipv4Addr;

use aws_sdk_dynamodb::config::retry::RetryConfig;
use axum::Router;
use axum::http::StatusCode;
use favorites_api::favorites::Client;
use favorites_api::{Favorites, PROBLEM_BASE, ProblemType, RETRY_AFTER_SECONDS};
use favorites_local::{Connection, Environment, functions_on};
use favorites_tests::{Service, sample};
use reqwest::Method;
use tokio::net::TcpListener;

const MISSING_TABLE: &str = "a-table-that-is-not-there";

#[tokio::test]
async fn a_table_that_is_not_there_is_a_problem_that_tells_nothing() {
    let service = Service::start_with(|environment| {
        // Use the owner's credentials: the functions' roles don't allow requests to another table, so the engine would
        // not see any.
        let client = Client::new(&environment.sdk_config());
        functions_on(environment, |_| Favorites::new(client.clone(), MISSING_TABLE))
    })
    .await;
    let ann = service.person("ann");
    let id = "019a0000-0000-7000-8000-000000000001";
    for route in functions::ROUTES {
        let path = format!("{}?{}", favorites_tests::with_id(route.path, id), sample::query(route, "ann"));
        let body = sample::body(route);
        let method: Method = route.method.parse().unwrap();

        let answer = ann.call(method, &path).json(&body).header("if-none-match", "*").await;

        let problem = answer.problem(ProblemType::Internal);
        assert_eq!(problem["detail"], "the fault is not in the request; it has been logged", "{answer}");
        let instance = problem["instance"].as_str().unwrap();
        let request_id = answer.header("apigw-requestid");
        assert_eq!(instance, format!("https://favorites.example/requests/{request_id}"));
        let endpoint = service.running().dynamodb_endpoint();
        for internal in [MISSING_TABLE, endpoint, "ynamo", "ResourceNotFound", "aws", "src/", "pk", "Table"] {
            assert!(!answer.text().contains(internal), "{answer} shows {internal}");
        }
        assert_eq!(problem.as_object().unwrap().len(), 5, "{answer}");
    }
}

/// Answers like a throttled DynamoDB.
async fn throttled() -> (StatusCode, [(&'static str, &'static str); 1], &'static str) {
    let body = r#"{"__type":"com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException","message":"secret"}"#;
    (StatusCode::BAD_REQUEST, [("content-type", "application/x-amz-json-1.0")], body)
}

#[tokio::test]
async fn a_table_that_is_throttled_is_busy_and_says_when_to_come_back() {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
    let endpoint = format!("http://{}", listener.local_addr().unwrap());
    let dynamodb = tokio::spawn(axum::serve(listener, Router::new().fallback(throttled)).into_future());
    let service = Service::start_with(|environment| {
        let environment = Environment { dynamodb: Connection::over_http(&endpoint), ..environment.clone() };
        functions_on(&environment, |client| {
            let config = client.config().to_builder();
            // Disable the SDK's retries, because this test is about the answer after the last one.
            let client = Client::from_conf(config.retry_config(RetryConfig::disabled()).build());
            Favorites::new(client, environment.table_name.clone())
        })
    })
    .await;
    let ann = service.person("ann");
    let note = sample::favorite("note", "x");
    for call in [
        ann.get("/favorites"),
        ann.get("/search"),
        ann.get("/counts"),
        ann.get("/account"),
        ann.post("/favorites", &note),
    ] {
        let answer = call.await;
        answer.problem(ProblemType::Busy);
        assert_eq!(answer.header("retry-after"), RETRY_AFTER_SECONDS.to_string());
        assert!(!answer.text().contains("secret"), "{answer}");
    }
    dynamodb.abort();
}

/// Repeats the names of all problem types, because clients compare them: renaming a type would break clients.
#[test]
fn the_types_of_problems_are_stable() {
    let names = [
        "invalid-input 400",
        "unauthenticated 401",
        "account-erased 403",
        "route-not-found 404",
        "favorite-not-found 404",
        "not-in-trash 404",
        "tag-not-found 404",
        "job-not-found 404",
        "method-not-allowed 405",
        "in-trash 409",
        "link-taken 409",
        "tag-name-taken 409",
        "too-many-tags 409",
        "too-many-tags-on-favorite 409",
        "too-many-jobs 409",
        "job-not-cancellable 409",
        "job-not-undoable 409",
        "file-not-uploaded 409",
        "not-an-import 409",
        "favorite-gone 410",
        "cursor-expired 410",
        "version-mismatch 412",
        "too-large 413",
        "unsupported-media-type 415",
        "idempotency-key-reused 422",
        "internal 500",
        "busy 503",
        "storage-full 507",
    ];
    assert_eq!(PROBLEM_BASE, "https://favorites.example/problems/");
    let now = ProblemType::ALL
        .map(|kind| format!("{} {}", kind.uri().strip_prefix(PROBLEM_BASE).unwrap(), kind.status().as_u16()));
    assert_eq!(now, names);
}

#[tokio::test]
async fn every_answer_forbids_caching_by_others_and_sniffing() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let kept = ann.create(&sample::favorite("note", "x")).await;
    let favorite = format!("/favorites/{}", kept["dataId"].as_str().unwrap());
    for (path, cache) in [
        ("/favorites", "private, no-cache"),
        ("/search", "private, no-cache"),
        ("/changes", "private, no-cache"),
        ("/counts", "no-store"),
        ("/tags/7", "no-store"),
        (&*favorite, "private, no-cache"),
    ] {
        let answer = ann.get(path).await;
        assert_eq!(answer.header("cache-control"), cache, "{path}");
        assert_eq!(answer.header("x-content-type-options"), "nosniff", "{path}");
    }
    service.end().await;
}
