//! The functions as processes that speak the Lambda Runtime API, with a runtime of the test's own on the other end. The
//! programs are made of the functions' own `main`s.

use favorites_api::Favorites;
use favorites_api::favorites::{Client, Counts, DataType, UserId};
use favorites_local::Environment;
use favorites_tests::consistency::scan;
use favorites_tests::lambda::{body, event, start_table, variables};
use favorites_tests::runtime_api::Function;
use functions::background;
use serde_json::{Value, json};

const HTTP: &str = env!("CARGO_BIN_EXE_http-under-test");
const BACKGROUND: &str = env!("CARGO_BIN_EXE_background-under-test");

const CREATE_FAVORITE: &str = "create-favorite";
const CHANGE_CONSUMER: &str = "change-consumer";

#[tokio::test]
async fn create_favorite_keeps_the_favorite_of_its_event() {
    let table = start_table().await;
    let mut function = start(CREATE_FAVORITE, variables(table.environment())).await;
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
    let functions =
        [(CREATE_FAVORITE, event("create-favorite")), (CHANGE_CONSUMER, event("change-consumer"))];
    for (binary, readable) in functions {
        let mut function = start(binary, variables(table.environment())).await;
        for unreadable in [json!(null), json!("an event"), json!({"headers": 7, "Records": 7})] {
            let error = function.invoke(&unreadable).await.error();
            let message = error["errorMessage"].as_str();
            assert!(message.is_some_and(|message| !message.is_empty()), "{unreadable}: {error}");
        }
        function.invoke(&readable).await.answer();
    }
    assert_eq!(favorites(table.environment()).await.len(), 1);
    assert_eq!(counts(table.environment()).await.total, 1);
    table.shutdown().await;
}

#[tokio::test]
async fn a_function_without_a_table_says_so_and_ends() {
    let table = start_table().await;
    for binary in [CREATE_FAVORITE, CHANGE_CONSUMER] {
        let given = variables(table.environment()).into_iter();
        let mut empty = Vec::new();
        let mut missing = Vec::new();
        for (name, value) in given {
            if name == "TABLE_NAME" {
                empty.push((name, String::new()));
            } else {
                empty.push((name, value.clone()));
                missing.push((name, value));
            }
        }
        for variables in [empty, missing] {
            let said = start(binary, variables).await.end_by_itself().await;
            let wanted = "the environment variable TABLE_NAME must name the table; it is missing or empty";
            assert!(said.contains(wanted), "{said}");
        }
    }
    table.shutdown().await;
}

#[tokio::test]
async fn change_consumer_counts_a_record_once_however_often_it_comes() {
    let table = start_table().await;
    let mut consumer = start(CHANGE_CONSUMER, variables(table.environment())).await;
    for _delivery in 0..2 {
        let answer = consumer.invoke(&event("change-consumer")).await.answer();
        assert_eq!(answer, json!({"batchItemFailures": []}));
    }
    let counts = counts(table.environment()).await;
    assert_eq!((counts.total, counts.by_type(DataType::Link)), (1, 1));
    table.shutdown().await;
}

#[tokio::test]
async fn change_consumer_names_the_record_that_cannot_be_read_and_applies_the_others() {
    let table = start_table().await;
    let mut consumer = start(CHANGE_CONSUMER, variables(table.environment())).await;
    let image = "/dynamodb/NewImage";
    let breaks: [(&str, Value); 4] = [
        (&format!("{image}/version"), json!({"S": "first"})),
        (&format!("{image}/dataType"), json!({"S": "hologram"})),
        (image, json!({"pk": {"S": "FavoriteData#me"}})),
        (&format!("{image}/title"), json!("no attribute value")),
    ];
    for (round, (pointer, value)) in breaks.into_iter().enumerate() {
        let mut records = [0, 1, 2].map(|place| record(&format!("{round}{place}")));
        *records[1].pointer_mut(pointer).expect("the record has that") = value;
        let number = records[1]["dynamodb"]["SequenceNumber"].clone();

        let answer = consumer.invoke(&json!({"Records": records})).await.answer();

        assert_eq!(answer, json!({"batchItemFailures": [{"itemIdentifier": number}]}), "{pointer}");
        assert_eq!(
            counts(table.environment()).await.total,
            2 * u64::try_from(round + 1).expect("a few rounds"),
            "{pointer}"
        );
    }
    table.shutdown().await;
}

/// The record of the event file, as one of a favorite of its own.
fn record(number: &str) -> Value {
    let mut record = event("change-consumer")["Records"][0].take();
    let data_id = json!({ "S": format!("019a0000-0000-7000-8000-0000000000{number}") });
    for attribute in ["sk", "dataId"] {
        record["dynamodb"]["NewImage"][attribute] = data_id.clone();
    }
    record["eventID"] = json!(format!("event-{number}"));
    record["dynamodb"]["SequenceNumber"] = json!(format!("44215845000000000174504390{number}"));
    record
}

/// Starts a function as Lambda would.
async fn start(name: &str, variables: impl IntoIterator<Item = (&'static str, String)>) -> Function {
    let is_background = background::FUNCTIONS.iter().any(|(background, _)| *background == name);
    let program = if is_background { BACKGROUND } else { HTTP };
    Function::start(program, variables.into_iter().chain([("_HANDLER", name.to_owned())])).await
}

/// Every favorite in the table.
async fn favorites(environment: &Environment) -> Vec<Value> {
    let mut items = scan(&Client::new(&environment.sdk_config()), &environment.table_name).await;
    items.retain(|item| item["type"] == "FavoriteData");
    items
}

/// The counts of the person of the event files.
async fn counts(environment: &Environment) -> Counts {
    let claims = &event("create-favorite")["requestContext"]["authorizer"]["jwt"]["claims"];
    let person = UserId::parse(claims["sub"].as_str().expect("the event has a subject"));
    let client = Client::new(&environment.sdk_config());
    let favorites = Favorites::new(client, environment.table_name.clone());
    favorites.counts(&person.expect("the subject is a user id")).await.expect("the counts can be read")
}
