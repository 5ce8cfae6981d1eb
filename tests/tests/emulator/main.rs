//! The functions as `sam build` makes them, under the Lambda runtime interface emulator: the protocol between Lambda and
//! the functions, real processes and a real DynamoDB engine, but no account and no Docker.
//!
//! It needs two environment variables with absolute paths: `LAMBDA_RIE`, the emulator's
//! binary out of the package aws-sam-cli, and `SAM_BUILD_DIR`, the folder that `sam build` wrote.

mod events;
mod failures;
mod process;
mod variants;

use favorites_local::Environment;
use favorites_tests::consistency::scan;
use favorites_tests::lambda::{body, event, start_table};
use serde_json::{Value, json};

use self::process::Emulator;

#[tokio::test]
async fn create_favorite_keeps_the_favorite_of_its_event() {
    let table = start_table().await;
    let mut function = Emulator::start("create-favorite", table.environment()).await;
    let event = event("create-favorite");

    let answer = function.invoke(&event).await;

    assert_eq!(answer["statusCode"], 201, "{answer}");
    let created = body(&answer);
    let items = items_of_type(table.environment(), "FavoriteData").await;
    let [item] = items.as_slice() else { panic!("there must be one favorite, not {items:?}") };
    assert_eq!(item["dataId"], created["dataId"]);
    assert_eq!(item["userId"], event["requestContext"]["authorizer"]["jwt"]["claims"]["sub"]);
    assert_eq!(item["title"], "Rust");
    table.shutdown().await;
}

#[tokio::test]
async fn create_favorite_refuses_a_request_that_no_authorizer_has_seen() {
    let table = start_table().await;
    let mut function = Emulator::start("create-favorite", table.environment()).await;
    let mut event = event("create-favorite");
    let context = event["requestContext"].as_object_mut().expect("the event has a request context");
    context.remove("authorizer").expect("the event has an authorizer");

    let answer = function.invoke(&event).await;

    assert_eq!(answer["statusCode"], 401, "{answer}");
    let items = items_of_type(table.environment(), "FavoriteData").await;
    assert!(items.is_empty(), "{items:?}");
    table.shutdown().await;
}

#[tokio::test]
async fn change_consumer_counts_a_record_once_however_often_it_comes() {
    let table = start_table().await;
    let mut consumer = Emulator::start("change-consumer", table.environment()).await;
    let mut counts = Emulator::start("get-counts", table.environment()).await;
    let before = body(&counts.invoke(&event("get-counts")).await);
    assert_eq!(before["total"], 0, "{before}");

    for _delivery in 0..2 {
        let answer = consumer.invoke(&event("change-consumer")).await;
        assert_eq!(answer, json!({"batchItemFailures": []}));
    }

    let after = body(&counts.invoke(&event("get-counts")).await);
    assert_eq!((&after["total"], &after["byType"]["link"]), (&json!(1), &json!(1)), "{after}");
    table.shutdown().await;
}

async fn items_of_type(environment: &Environment, item_type: &str) -> Vec<Value> {
    let dynamodb = aws_sdk_dynamodb::Client::new(&environment.sdk_config());
    let mut items = scan(&dynamodb, &environment.table_name).await;
    items.retain(|item| item["type"] == item_type);
    items
}
