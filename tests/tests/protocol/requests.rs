//! Tests valid events, and events that the functions can't read.

use favorites_tests::lambda::{body, event, start_table};
use serde_json::{Value, json};

use crate::functions::start;
use crate::table::{counts, favorites};

#[tokio::test]
async fn create_favorite_keeps_the_favorite_of_its_event() {
    let table = start_table().await;
    let mut function = start("create-favorite", table.environment()).await;
    let event = event("create-favorite");

    let answer = function.invoke(&event).await.answer();

    assert_eq!(answer["statusCode"], 201, "{answer}");
    let created = body(&answer);
    let [item] = <[Value; 1]>::try_from(favorites(table.environment()).await).expect("there is one favorite");
    assert_eq!(item["dataId"], created["dataId"]);
    assert_eq!(item["userId"], event["requestContext"]["authorizer"]["jwt"]["claims"]["sub"]);
    assert_eq!(item["title"], "Rust");
    table.shutdown().await;
}

#[tokio::test]
async fn an_event_that_cannot_be_read_is_an_error_and_the_next_one_is_served() {
    let table = start_table().await;
    for name in ["create-favorite", "change-consumer"] {
        let mut function = start(name, table.environment()).await;
        for unreadable in [json!(null), json!("an event"), json!({"headers": 7, "Records": 7})] {
            let error = function.invoke(&unreadable).await.error();
            let message = error["errorMessage"].as_str();
            assert!(message.is_some_and(|message| !message.is_empty()), "{unreadable}: {error}");
        }
        function.invoke(&event(name)).await.answer();
    }
    assert_eq!(favorites(table.environment()).await.len(), 1);
    assert_eq!(counts(table.environment()).await.total, 1);
    table.shutdown().await;
}
