use serde_json::{Value, json};
use tokio::time::Instant;

use super::*;
use crate::sample;

const MINUTE: Duration = Duration::from_mins(1);

async fn apply(favorites: &Favorites, event: StreamEvent, deadline: Deadline) -> DynamoDbEventResponse {
    event.apply(favorites, deadline).await
}

async fn broken(_: &Favorites, _: StreamEvent, _: Deadline) -> DynamoDbEventResponse {
    panic!("a fault in a consumer")
}

/// A record of bookkeeping, which changes nothing: it needs no table.
fn good(number: &str) -> Value {
    let image = json!({ "pk": { "S": "p" }, "type": { "S": "UniqueTagName" } });
    json!({ "eventID": number, "dynamodb": { "SequenceNumber": number, "NewImage": image } })
}

/// A record whose image is none.
fn unreadable(number: &str) -> Value {
    json!({ "dynamodb": { "SequenceNumber": number, "NewImage": [] } })
}

/// A record that can be read, of a favorite that can't.
fn misshapen(number: &str) -> Value {
    let image = json!({ "type": { "S": "FavoriteData" } });
    json!({ "eventID": number, "dynamodb": { "SequenceNumber": number, "NewImage": image } })
}

/// Returns the record of a new favorite. To count it takes a table, which does not exist.
fn refused(number: &str) -> Value {
    let favorite = json!({
        "type": { "S": "FavoriteData" },
        "userId": { "S": "alice" },
        "dataId": { "S": sample::ID },
        "dataType": { "S": "note" },
        "title": { "S": "Idea" },
        "clipTime": { "S": "2026-11-21T08:35:15.123Z" },
        "updateTime": { "S": "2026-11-21T08:35:15.123Z" },
        "content": { "M": { "text": { "S": "Write it down" } } },
        "tagIds": { "L": [] },
        "version": { "N": "1" }
    });
    json!({ "eventID": number, "dynamodb": { "SequenceNumber": number, "NewImage": favorite } })
}

/// The record without its number.
fn unnumbered(mut record: Value) -> Value {
    record["dynamodb"].as_object_mut().unwrap().remove("SequenceNumber").unwrap();
    record
}

async fn failures(records: Vec<Value>) -> Value {
    let call = stream_in_process(apply, sample::favorites());
    let answer = call(json!({ "Records": records }), Deadline::after(MINUTE)).await;
    answer.unwrap()["batchItemFailures"].clone()
}

fn named(number: &str) -> Value {
    json!([{ "itemIdentifier": number }])
}

#[tokio::test]
async fn a_batch_without_fault_names_nothing() {
    assert_eq!(failures(vec![]).await, json!([]));
    assert_eq!(failures(vec![good("1"), unnumbered(good("2")), good("3")]).await, json!([]));
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
async fn a_failed_record_without_a_number_is_named_by_the_one_before_it() {
    for bad in [unnumbered(misshapen("3")), unnumbered(refused("3")), json!({}), json!(null)] {
        let records = vec![good("1"), good("2"), bad.clone(), good("4")];
        assert_eq!(failures(records).await, named("2"), "{bad}");
        let records = vec![good("1"), unnumbered(good("2")), bad.clone(), misshapen("4")];
        assert_eq!(failures(records).await, named("1"), "{bad}");
    }
}

#[tokio::test]
async fn a_failed_record_that_nothing_can_name_fails_nothing_else() {
    for number in [json!(null), json!(""), json!(3)] {
        let mut bad = misshapen("1");
        bad["dynamodb"]["SequenceNumber"] = number.clone();
        assert_eq!(failures(vec![bad.clone()]).await, json!([]), "{number}");
        assert_eq!(failures(vec![bad.clone(), good("2")]).await, json!([]), "{number}");
        assert_eq!(failures(vec![bad, good("2"), misshapen("3")]).await, named("3"), "{number}");
    }
}

#[tokio::test]
async fn each_outcome_tells_its_record_and_the_reason() {
    let event = json!({ "Records": [good("1"), unreadable("2"), unnumbered(misshapen("3"))] });
    let event: StreamEvent = serde_json::from_value(event).unwrap();
    let outcomes = event.outcomes(&sample::favorites(), Deadline::after(MINUTE)).await;
    let told: Vec<_> = outcomes
        .iter()
        .map(|outcome| (outcome.sequence_number.as_deref(), outcome.event_id.as_deref()))
        .collect();
    assert_eq!(told, [(Some("1"), Some("1")), (Some("2"), None), (None, Some("3"))]);
    assert!(outcomes[0].result.is_ok());
    assert!(matches!(outcomes[1].result, Err(RecordError::Unreadable { .. })), "{outcomes:?}");
    assert!(matches!(outcomes[2].result, Err(RecordError::NotApplied(_))), "{outcomes:?}");
}

#[tokio::test]
async fn the_reason_in_the_log_tells_nothing_that_a_person_wrote() {
    let mut record = refused("1");
    record["dynamodb"]["NewImage"]["clipTime"] = json!({ "S": "my secret" });
    let event: StreamEvent = serde_json::from_value(json!({ "Records": [record] })).unwrap();
    let outcomes = event.outcomes(&sample::favorites(), Deadline::after(MINUTE)).await;
    let error = outcomes.into_iter().next().unwrap().result.unwrap_err();
    assert!(error.to_string().contains("my secret"), "{error}");
    assert_eq!(error.without_values(), "an item is not a whole FavoriteData");
}

#[tokio::test(start_paused = true)]
async fn a_table_that_never_answers_does_not_keep_the_answer_from_coming_before_the_deadline() {
    let call = stream_in_process(apply, sample::favorites_on(sample::Silent));
    let started = Instant::now();
    let records = json!({ "Records": [good("1"), refused("2"), misshapen("3")] });
    let answer = call(records, Deadline::after(MINUTE)).await.unwrap();
    // The item of an old record is read no longer than anything else of a batch may begin.
    assert_eq!(started.elapsed(), Duration::from_secs(58));
    // The first one is of an item that nothing is counted of.
    assert_eq!(answer["batchItemFailures"], named("2"));
}

#[tokio::test(start_paused = true)]
async fn without_time_the_whole_batch_is_left() {
    let call = stream_in_process(apply, sample::favorites_on(sample::Silent));
    let records = json!({ "Records": [refused("1"), refused("2")] });
    let answer = call(records, Deadline::after(Duration::ZERO)).await.unwrap();
    assert_eq!(answer["batchItemFailures"], named("1"));
}

#[tokio::test]
async fn an_event_that_is_not_a_stream_event_fails() {
    let call = stream_in_process(apply, sample::favorites());
    for event in [json!(null), json!({}), json!({ "Records": null }), json!({ "Records": {} })] {
        assert!(matches!(call(event, Deadline::after(MINUTE)).await, Err(StreamError::Event(_))));
    }
}

#[tokio::test]
async fn a_panic_is_an_error_and_the_next_batch_is_served() {
    let call = stream_in_process(broken, sample::favorites());
    for _ in 0..2 {
        let answer = call(json!({ "Records": [] }), Deadline::after(MINUTE)).await;
        assert!(matches!(answer, Err(StreamError::Panic)));
    }
}
