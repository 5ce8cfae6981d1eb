use serde_json::json;

use super::*;
use crate::{Problem, Request, Response, sample};

async fn who(_: &Favorites, request: Request) -> Result<Response, Problem> {
    request.user().map(|_| Response::no_content())
}

async fn broken(_: &Favorites, _: Request) -> Result<Response, Problem> {
    panic!("a fault in a handler")
}

async fn failed(_: &Favorites, _: Request) -> Result<Response, Problem> {
    Err(favorites::Error::Json("row 7 of shard 3".to_owned()).into())
}

#[tokio::test]
async fn an_event_is_answered() {
    let call = in_process(who, sample::favorites());
    let event = json!({ "requestContext": { "authorizer": { "jwt": { "claims": { "sub": "alice" } } } } });
    assert_eq!(
        call(event).await.unwrap(),
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
    let call = in_process(who, sample::favorites());
    let answer = call(json!({ "requestContext": { "requestId": "r7" } })).await.unwrap();
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
    let answer = in_process(failed, sample::favorites())(json!({})).await.unwrap();
    assert_eq!(answer["statusCode"], 500);
    assert!(!answer.to_string().contains("shard 3"), "{answer}");
}

#[tokio::test]
async fn a_panic_is_a_function_error_and_the_next_call_is_served() {
    let call = in_process(broken, sample::favorites());
    for _ in 0..2 {
        assert!(matches!(call(json!({})).await, Err(FunctionError::Panic)));
    }
}

#[tokio::test]
async fn an_event_of_another_shape_is_a_function_error() {
    let call = in_process(who, sample::favorites());
    for event in [json!(null), json!("text"), json!({ "headers": 7 })] {
        assert!(matches!(call(event).await, Err(FunctionError::Event(_))));
    }
}
