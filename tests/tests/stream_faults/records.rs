//! Tests records without one of their members.

use std::time::Duration;

use aws_sdk_dynamodb::Client;
use favorites_api::favorites::UserId;
use favorites_api::{Deadline, Favorites};
use favorites_local::{Environment, Running};
use favorites_tests::lambda::{event, start_table};
use serde_json::{Value, json};

use crate::consumer::{consumer_on, event_of};

/// Returns the record of a new favorite of `person`: the record of the event file with another user and number.
pub(crate) fn record(person: &str, number: &str) -> Value {
    let mut record = event("change-consumer")["Records"][0].take();
    record["eventID"] = json!(format!("event-{person}-{number}"));
    record["dynamodb"]["SequenceNumber"] = json!(number);
    for image in ["Keys", "NewImage"] {
        record["dynamodb"][image]["pk"]["S"] = json!(format!("FavoriteData#{person}"));
    }
    record["dynamodb"]["NewImage"]["userId"]["S"] = json!(person);
    record
}

/// Returns the total count of a user's favorites.
pub(crate) async fn total(table: &Running, person: &str) -> u64 {
    let environment = table.environment();
    let favorites = Favorites::new(Client::new(&environment.sdk_config()), environment.table_name.clone());
    let person = UserId::parse(person).expect("a name is a user id");
    favorites.counts(&person).await.expect("the counts can be read").total
}

/// The JSON pointer of the time of a record's write.
const WRITTEN: &str = "/dynamodb/ApproximateCreationDateTime";

/// Puts the item of a record's image.
async fn put(table: &Running, image: &Value) {
    let environment = table.environment();
    let item: serde_dynamo::Item = serde_json::from_value(image.clone()).expect("an image is an item");
    let request = Client::new(&environment.sdk_config()).put_item().table_name(&environment.table_name);
    request.set_item(Some(item.into())).send().await.expect("the table takes it");
}

async fn failures(table: &Running, records: &[Value]) -> Value {
    let environment = table.environment();
    let sdk = Environment::as_function(&environment.sdk_config(), "change-consumer");
    let consumer = consumer_on(Client::new(&sdk), environment);
    let answer = consumer(event_of(records), Deadline::after(Duration::from_mins(1))).await;
    answer.expect("the event is a stream event")["batchItemFailures"].clone()
}

#[tokio::test]
async fn a_record_without_sequence_number_region_or_size_is_applied() {
    let table = start_table().await;
    let parts = [
        "/dynamodb/SequenceNumber",
        "/awsRegion",
        "/dynamodb/SizeBytes",
        "/eventName",
        "/eventVersion",
        "/eventSourceARN",
        WRITTEN,
        "/dynamodb/StreamViewType",
        "/dynamodb/Keys",
    ];
    for (at, pointer) in parts.into_iter().enumerate() {
        let (parent, name) = pointer.rsplit_once('/').expect("a pointer has a slash");
        for missing in [true, false] {
            let person = format!("person-{at}-{missing}");
            let mut record = record(&person, "1");
            if pointer == WRITTEN {
                // Without the time of the write, the consumer reads the item instead of using the record.
                put(&table, &record["dynamodb"]["NewImage"]).await;
            }
            let parent = record.pointer_mut(parent).and_then(Value::as_object_mut).expect("it is there");
            let removed = parent.remove(name);
            assert!(removed.is_some(), "{pointer} was not there");
            if !missing {
                parent.insert(name.to_owned(), Value::Null);
            }
            assert_eq!(failures(&table, &[record]).await, json!([]), "{pointer}");
            assert_eq!(total(&table, &person).await, 1, "{pointer}");
        }
    }
    table.shutdown().await;
}

#[tokio::test]
async fn a_failed_record_without_a_sequence_number_does_not_fail_its_batch() {
    let table = start_table().await;
    let bad = json!({ "eventID": "bad", "dynamodb": { "NewImage": { "type": { "S": "FavoriteData" } } } });

    let first = [bad.clone(), record("ann", "1"), record("bob", "2")];
    assert_eq!(failures(&table, &first).await, json!([]));
    assert_eq!((total(&table, "ann").await, total(&table, "bob").await), (1, 1));

    let between = [record("cid", "1"), bad, record("dan", "2")];
    assert_eq!(failures(&table, &between).await, json!([{ "itemIdentifier": "1" }]));
    assert_eq!((total(&table, "cid").await, total(&table, "dan").await), (1, 1));
    table.shutdown().await;
}
