use serde_json::json;

use super::*;
use crate::sample;

async fn apply(favorites: &Favorites, event: StreamEvent) -> Result<DynamoDbEventResponse, StreamError> {
    event.apply(favorites).await
}

async fn broken(_: &Favorites, _: StreamEvent) -> Result<DynamoDbEventResponse, StreamError> {
    panic!("a fault in a consumer")
}

/// A record of bookkeeping, which changes nothing: it needs no table.
fn good(number: &str) -> Value {
    let image = json!({ "pk": { "S": "p" }, "type": { "S": "UniqueTagName" } });
    json!({ "eventID": number, "dynamodb": { "SequenceNumber": number, "NewImage": image } })
}

/// A record without an id.
fn unreadable(number: &str) -> Value {
    json!({ "dynamodb": { "SequenceNumber": number } })
}

/// A record that can be read, of a favorite that can't.
fn misshapen(number: &str) -> Value {
    let image = json!({ "type": { "S": "FavoriteData" } });
    json!({ "eventID": number, "dynamodb": { "SequenceNumber": number, "NewImage": image } })
}

/// A deleted tag: it is to be taken off its favorites, and there is no table.
fn refused(number: &str) -> Value {
    let cleanup = json!({
        "type": { "S": "TagCleanup" },
        "userId": { "S": "alice" },
        "tagId": { "S": sample::ID },
        "since": { "S": "2026-11-21T08:35:15.123Z" },
        "step": { "N": "0" },
        "stepTime": { "S": "2026-11-21T08:35:15.123Z" },
        "lastPass": { "BOOL": false },
        "done": { "N": "0" }
    });
    json!({ "eventID": number, "dynamodb": { "SequenceNumber": number, "NewImage": cleanup } })
}

async fn failures(records: Vec<Value>) -> Value {
    let call = stream_in_process(apply, sample::favorites());
    call(json!({ "Records": records })).await.unwrap()["batchItemFailures"].clone()
}

fn named(number: &str) -> Value {
    json!([{ "itemIdentifier": number }])
}

#[tokio::test]
async fn a_batch_without_fault_names_nothing() {
    assert_eq!(failures(vec![]).await, json!([]));
    assert_eq!(failures(vec![good("1"), good("2")]).await, json!([]));
}

#[tokio::test]
async fn a_record_that_fails_between_good_ones_is_named() {
    for bad in [unreadable, misshapen, refused] {
        assert_eq!(failures(vec![good("7"), bad("8"), good("9")]).await, named("8"));
    }
}

#[tokio::test]
async fn the_first_of_the_failed_is_named_whatever_its_number_and_reason() {
    for records in [
        // Found in another order than that of the batch: the unreadable ones come first.
        vec![good("1"), misshapen("2"), unreadable("3"), refused("4")],
        vec![refused("2"), misshapen("3"), unreadable("4")],
        // As text, 10 is less than 2.
        vec![misshapen("2"), unreadable("10")],
    ] {
        assert_eq!(failures(records).await, named("2"));
    }
}

#[tokio::test]
async fn a_failed_record_without_a_number_fails_the_batch() {
    let mut record = misshapen("1");
    record["dynamodb"].as_object_mut().unwrap().remove("SequenceNumber");
    for record in [record, json!({}), json!(null)] {
        let call = stream_in_process(apply, sample::favorites());
        let error = call(json!({ "Records": [good("1"), record] })).await.unwrap_err();
        assert!(matches!(error, StreamError::Unnamed(_)), "{error}");
        assert!(error.to_string().starts_with("a record without a sequence number was not applied: "));
    }
}

#[tokio::test]
async fn what_is_no_stream_event_fails() {
    let call = stream_in_process(apply, sample::favorites());
    for event in [json!(null), json!({}), json!({ "Records": null }), json!({ "Records": {} })] {
        assert!(matches!(call(event).await, Err(StreamError::Event(_))));
    }
}

#[tokio::test]
async fn a_panic_is_an_error_and_the_next_batch_is_served() {
    let call = stream_in_process(broken, sample::favorites());
    for _ in 0..2 {
        assert!(matches!(call(json!({ "Records": [] })).await, Err(StreamError::Panic)));
    }
}

#[test]
fn the_runtime_is_told_the_reason() {
    let told = Diagnostic::from(StreamError::Unnamed("it has no eventID".to_owned()));
    assert_eq!(told.error_type, "StreamError");
    assert_eq!(told.error_message, "a record without a sequence number was not applied: it has no eventID");
}
