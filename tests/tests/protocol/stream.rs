//! Tests the answers of the change consumer.

use favorites_api::favorites::DataType;
use favorites_tests::lambda::{event, start_table};
use serde_json::{Value, json};

use crate::functions::start;
use crate::table::counts;

#[tokio::test]
async fn change_consumer_counts_a_record_once_however_often_it_comes() {
    let table = start_table().await;
    let mut consumer = start("change-consumer", table.environment()).await;
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
    let mut consumer = start("change-consumer", table.environment()).await;
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

/// Returns the record of the event file for another favorite. `number` is the end of the favorite's id.
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
