//! Tests handlers that misbehave (`src/bin/misbehaving.rs`). They are served like every handler of the service.

use favorites_tests::lambda::{body, event, variables};
use favorites_tests::runtime_api::{Function, Refusal};
use favorites_tests::{BrokenTable, TableFault};
use serde_json::Value;

pub(crate) async fn start() -> Function {
    // The handlers make no requests to the table.
    let table = BrokenTable::start(TableFault::Refuses).await;
    Function::start(env!("CARGO_BIN_EXE_misbehaving"), variables(&table.environment(), "misbehaving")).await
}

/// Returns an event with this query, which names the misbehavior. Without a query, the function behaves.
pub(crate) fn request(query: &str) -> Value {
    let mut event = event("get-counts");
    event["rawQueryString"] = query.into();
    event
}

pub(crate) async fn serves_the_next_event(function: &mut Function) {
    assert_eq!(function.invoke(&request("")).await.answer()["statusCode"], 204);
}

#[tokio::test]
async fn a_panic_is_an_error_of_the_event_and_the_process_serves_the_next_one() {
    let mut function = start().await;
    let process = function.process_id();
    for _ in 0..3 {
        let error = function.invoke(&request("do=panic")).await.error();
        let message = error["errorMessage"].as_str().unwrap_or_default();
        assert!(message.contains("panicked"), "{error}");
        serves_the_next_event(&mut function).await;
    }
    assert_eq!(function.process_id(), process);
    let output = function.output();
    assert!(output.contains("the event asked for a panic"), "{output}");
}

#[tokio::test]
async fn an_answer_over_six_megabytes_is_refused_and_the_process_serves_the_next_event() {
    let mut function = start().await;
    let large = function.invoke(&request("do=answer-15000-tags")).await.answer();
    assert!((4_000_000..6_000_000).contains(&large.to_string().len()), "{}", large.to_string().len());
    assert_eq!(body(&large)["items"].as_array().map(Vec::len), Some(15_000));

    let refusal = function.invoke(&request("do=answer-25000-tags")).await.refusal();

    assert_eq!(refusal, Refusal::TooLarge);
    serves_the_next_event(&mut function).await;
    let output = function.output();
    assert!(
        output.contains("Lambda Runtime API returned non-200 response") && output.contains("413"),
        "{output}"
    );
}
