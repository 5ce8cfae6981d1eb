//! Tests that the log of a process contains no text from users and no user id, even at the most verbose level.

use std::collections::BTreeSet;

use favorites_local::Environment;
use favorites_tests::lambda::{event, start_table, variables};
use favorites_tests::log_watch::{each_text, is_telling};
use favorites_tests::{BrokenTable, TableFault};
use serde_json::Value;

use crate::functions::{all_functions, start_with};

/// Adds the texts in a document that are long enough to search for.
fn collect(document: &Value, texts: &mut BTreeSet<String>) {
    each_text(document, &mut |text| {
        if is_telling(text) {
            texts.insert(text.to_owned());
        }
    });
}

/// Returns the texts in an event that come from a user: from the headers, path, query, body and subject, or from the
/// items of stream records.
fn private(event: &Value) -> BTreeSet<String> {
    let mut texts = BTreeSet::new();
    for member in ["headers", "pathParameters", "queryStringParameters", "cookies", "userId"] {
        collect(&event[member], &mut texts);
    }
    collect(&event["requestContext"]["authorizer"]["jwt"]["claims"]["sub"], &mut texts);
    collect(&event["requestContext"]["http"]["sourceIp"], &mut texts);
    let body = event["body"].as_str().unwrap_or("null");
    collect(&serde_json::from_str(body).expect("the sample's body is JSON"), &mut texts);
    for record in event["Records"].as_array().into_iter().flatten() {
        for image in ["Keys", "OldImage", "NewImage"] {
            collect(&record["dynamodb"][image], &mut texts);
        }
    }
    // Names of entities and API Gateway's trace id don't come from a user.
    texts.retain(|text| {
        !["FavoriteData", "FavoriteDataTag"].contains(&text.as_str()) && !text.starts_with("Root=")
    });
    texts
}

/// Calls a function with an event and returns the output of its process.
async fn output(name: &str, event: &Value, environment: &Environment) -> String {
    let verbose = [("RUST_LOG", "trace".to_owned())];
    let mut function = start_with(name, variables(environment, name).into_iter().chain(verbose)).await;
    function.invoke(event).await;
    function.idle().await;
    function.output()
}

async fn nothing_private_is_written(environment: &Environment, is_logged: impl Fn(&str, &str) -> bool) {
    for function in all_functions() {
        let event = event(&function.name);
        let output = output(&function.name, &event, environment).await;
        assert!(is_logged(&function.name, &output), "{}: {output}", function.name);
        for text in private(&event) {
            assert!(!output.contains(&text), "{} wrote {text:?}: {output}", function.name);
        }
    }
}

#[tokio::test]
async fn no_function_writes_what_a_user_sent() {
    let table = start_table().await;
    let has_line = |name: &str, output: &str| match name {
        "change-consumer" | "worker" => true,
        "sweeper" => output.contains("\"swept the overdue work\""),
        _ => output.contains("\"request\""),
    };
    nothing_private_is_written(table.environment(), has_line).await;
    table.shutdown().await;
}

#[tokio::test]
async fn no_function_writes_what_a_user_sent_where_the_table_answers_no_json() {
    let table = BrokenTable::start(TableFault::NotJson).await;
    nothing_private_is_written(&table.environment(), |_, output| output.contains("ERROR")).await;
}
