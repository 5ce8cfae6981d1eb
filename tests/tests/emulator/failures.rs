//! The answers of the emulator for functions that fail.

use std::path::Path;

use favorites_tests::lambda::{event, start_table, variables};
use serde_json::Value;

use crate::process::Emulator;

/// `src/bin/misbehaving.rs`, asked for `query`.
fn request(query: &str) -> Value {
    let mut event = event("get-counts");
    event["rawQueryString"] = query.into();
    event
}

#[tokio::test]
async fn a_panic_and_an_answer_over_six_megabytes_are_errors_and_the_next_event_is_served() {
    let table = start_table().await;
    let program = Path::new(env!("CARGO_BIN_EXE_misbehaving"));
    let mut function =
        Emulator::start_with(program, "misbehaving", variables(table.environment(), "misbehaving")).await;
    let errors = [
        ("do=panic", "Lambda panicked"),
        ("do=answer-30000-tags", "Response payload size exceeded maximum allowed payload size"),
    ];
    for (query, expected) in errors {
        let answer = function.invoke(&request(query)).await;
        let message = answer["errorMessage"].as_str().unwrap_or_default();
        assert!(message.starts_with(expected), "{query}: {answer}");
        assert_eq!(function.invoke(&request("")).await["statusCode"], 204);
    }
    table.shutdown().await;
}
