use std::time::Duration;

use serde_json::json;
use tokio::time::Instant;

use super::*;
use crate::{Problem, Request, Response, sample};

fn in_a_minute() -> Deadline {
    Deadline::after(Duration::from_mins(1))
}

static WHO: Route = Route::get("/who", "who", |_, request| {
    Box::pin(async move { request.user().map(|_| Response::no_content()) })
});
static BROKEN: Route =
    Route::get("/broken", "broken", |_, _| Box::pin(async { panic!("a fault in a handler") }));
static FAILED: Route = Route::get("/failed", "failed", |_, _| {
    Box::pin(async { Err(favorites::Error::Json("row 7 of shard 3".to_owned()).into()) })
});
static READ_COUNTS: Route =
    Route::get("/counts", "get-counts", |favorites, request| Box::pin(read_counts(favorites, request)));

#[tokio::test]
async fn an_event_is_answered() {
    let call = in_process(&WHO, sample::favorites());
    let event = json!({ "requestContext": { "authorizer": { "jwt": { "claims": { "sub": "alice" } } } } });
    assert_eq!(
        call(event, in_a_minute()).await.unwrap(),
        json!({
            "statusCode": 204,
            "headers": { "cache-control": "no-store", "x-content-type-options": "nosniff" },
            "multiValueHeaders": {},
            "cookies": [],
            "body": "",
            "isBase64Encoded": false
        })
    );
}

#[tokio::test]
async fn a_problem_is_an_answer_that_names_the_request() {
    let call = in_process(&WHO, sample::favorites());
    let answer = call(json!({ "requestContext": { "requestId": "r7" } }), in_a_minute()).await.unwrap();
    assert_eq!(answer["statusCode"], 401);
    assert_eq!(answer["headers"]["www-authenticate"], "Bearer");
    assert_eq!(answer["headers"]["content-type"], "application/problem+json");
    assert_eq!(answer["isBase64Encoded"], false);
    let body: Value = serde_json::from_str(answer["body"].as_str().unwrap()).unwrap();
    assert_eq!(body["type"], "https://favorites.example/problems/unauthenticated");
    assert_eq!(body["instance"], "https://favorites.example/requests/r7");
}

#[tokio::test]
async fn a_failure_shows_nothing_internal() {
    let answer = in_process(&FAILED, sample::favorites())(json!({}), in_a_minute()).await.unwrap();
    assert_eq!(answer["statusCode"], 500);
    assert!(!answer.to_string().contains("shard 3"), "{answer}");
}

#[tokio::test]
async fn a_panic_is_a_function_error_and_the_next_call_is_served() {
    let call = in_process(&BROKEN, sample::favorites());
    for _ in 0..2 {
        assert!(matches!(call(json!({}), in_a_minute()).await, Err(FunctionError::Panic)));
    }
}

#[tokio::test]
async fn an_event_of_another_shape_is_a_function_error() {
    let call = in_process(&WHO, sample::favorites());
    for event in [json!(null), json!("text"), json!({ "headers": 7 })] {
        assert!(matches!(call(event, in_a_minute()).await, Err(FunctionError::Event(_))));
    }
}

async fn read_counts(favorites: &Favorites, request: Request) -> Result<Response, Problem> {
    Ok(Response::counts(&favorites.counts(&request.user()?).await?))
}

#[tokio::test(start_paused = true)]
async fn a_table_that_never_answers_is_a_problem_a_second_before_the_deadline() {
    let call = in_process(&READ_COUNTS, sample::favorites_on(sample::Silent));
    let event = json!({ "requestContext": { "authorizer": { "jwt": { "claims": { "sub": "alice" } } } } });
    let started = Instant::now();
    // Shorter than the SDK's own timeouts.
    let answer = call(event, Deadline::after(Duration::from_secs(2))).await.unwrap();
    assert_eq!(started.elapsed(), Duration::from_secs(1));
    assert_eq!((&answer["statusCode"], &answer["headers"]["retry-after"]), (&json!(503), &json!("1")));
    let body: Value = serde_json::from_str(answer["body"].as_str().unwrap()).unwrap();
    assert_eq!(body["type"], "https://favorites.example/problems/busy");
}

#[tokio::test]
async fn an_event_of_payload_format_1_is_a_function_error() {
    let call = in_process(&WHO, sample::favorites());
    for (event, found) in [
        (json!({ "version": "1.0", "httpMethod": "GET" }), "version \\\"1.0\\\" was given"),
        (json!({ "httpMethod": "GET", "queryStringParameters": {} }), "a member httpMethod"),
        (json!({ "version": 2 }), "version 2 was given"),
    ] {
        let error = call(event, in_a_minute()).await.unwrap_err().to_string();
        assert!(error.contains("payload format 2.0") && error.contains(&found.replace('\\', "")), "{error}");
    }
}
