//! The stream mapping on the running service. With `AWS_ENDPOINT_URL_DYNAMODB` set, on the engine that it names.

use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use aws_sdk_dynamodb::types::AttributeValue;
use favorites_local::Options;
use favorites_local::template::Template;
use serde_json::json;

use crate::support::{
    Seen, TEMPLATE, dynamodb, in_folder, keys, options, put, start, text, until, with_template,
};

#[tokio::test]
async fn changes_reach_the_function_in_order() {
    let seen = Seen::default();
    let service = start(with_template(Options::throw_away()), &seen).await;
    for number in 0..25 {
        put(&service, &format!("Thing#{number}"), &[]).await;
    }
    put(&service, "Other#1", &[]).await;
    put(&service, "Thing#25", &[]).await;
    until("26 records", || keys(&seen).len() >= 26).await;
    assert_eq!(keys(&seen), (0..=25).map(|number| format!("Thing#{number}")).collect::<Vec<_>>());
    let first = seen.lock().unwrap()[0].clone();
    assert_eq!(first["eventName"], "INSERT");
    assert_eq!(first["eventSource"], "aws:dynamodb");
    assert_eq!(first["dynamodb"]["NewImage"], json!({"pk": {"S": "Thing#0"}, "sk": {"S": "1"}}));
    assert_eq!(first["dynamodb"]["StreamViewType"], "NEW_AND_OLD_IMAGES");
    service.shutdown().await;
}

#[tokio::test]
async fn a_bad_record_is_given_up_alone() {
    let seen = Seen::default();
    let service = start(with_template(Options::throw_away()), &seen).await;
    put(&service, "Thing#1", &[]).await;
    put(&service, "Thing#2", &[("bad", AttributeValue::Bool(true))]).await;
    put(&service, "Thing#3", &[]).await;
    until("the bad record is given up", || !service.failed_batches().is_empty()).await;
    until("the record behind it", || keys(&seen).contains(&"Thing#3".to_owned())).await;
    let failed = service.failed_batches();
    assert_eq!(failed.len(), 1);
    assert_eq!(failed[0]["requestContext"]["condition"], "RetryAttemptsExhausted");
    assert_eq!(failed[0]["DDBStreamBatchInfo"]["batchSize"], 1);
    assert!(failed[0]["payload"].as_str().unwrap().contains("Thing#2"));
    service.shutdown().await;
}

#[tokio::test]
async fn after_a_restart_it_goes_on_where_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let seen = Seen::default();
    let service = start(in_folder(folder.path()), &seen).await;
    put(&service, "Thing#1", &[]).await;
    until("the first record", || keys(&seen) == ["Thing#1"]).await;
    service.shutdown().await;

    let service = start(in_folder(folder.path()), &seen).await;
    put(&service, "Thing#2", &[]).await;
    until("the second record", || keys(&seen).contains(&"Thing#2".to_owned())).await;
    assert_eq!(keys(&seen), ["Thing#1", "Thing#2"]);
    service.shutdown().await;
}

#[tokio::test]
async fn records_that_were_not_consumed_are_consumed_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let mut without_mapping = in_folder(folder.path());
    without_mapping.template = without_mapping.template.map(Template::without_functions);
    let seen = Seen::default();
    let service = start(without_mapping, &seen).await;
    put(&service, "Thing#1", &[]).await;
    service.shutdown().await;

    let service = start(in_folder(folder.path()), &seen).await;
    until("the record", || keys(&seen) == ["Thing#1"]).await;
    service.shutdown().await;
}

#[tokio::test]
async fn failures_are_kept_in_the_data_folder() {
    let folder = tempfile::tempdir().unwrap();
    let service = start(in_folder(folder.path()), &Seen::default()).await;
    put(&service, "Thing#1", &[("bad", AttributeValue::Bool(true))]).await;
    until("the bad record is given up", || !service.failed_batches().is_empty()).await;
    service.shutdown().await;
    assert_eq!(std::fs::read_dir(folder.path().join("failed")).unwrap().count(), 1);
}

#[tokio::test]
async fn an_expired_item_is_removed_by_the_service_itself() {
    let seen = Seen::default();
    let service = start(options(), &seen).await;
    let past = SystemTime::now() - Duration::from_mins(1);
    let past = past.duration_since(UNIX_EPOCH).unwrap().as_secs().to_string();
    put(&service, "Thing#1", &[("ttl", AttributeValue::N(past))]).await;
    until("the removal", || seen.lock().unwrap().len() >= 2).await;
    let removal = seen.lock().unwrap()[1].clone();
    assert_eq!(removal["eventName"], "REMOVE");
    assert_eq!(removal["userIdentity"], json!({"type": "Service", "principalId": "dynamodb.amazonaws.com"}));
    let left =
        dynamodb(&service).get_item().table_name("things").key("pk", text("Thing#1")).key("sk", text("1"));
    assert_eq!(left.send().await.unwrap().item, None);
    service.shutdown().await;
}

/// Returns the number of stream records in the file of a data folder.
fn stored_records(folder: &Path) -> i64 {
    let connection = rusqlite::Connection::open(folder.join("dynamodb.sqlite")).unwrap();
    connection.query_row("SELECT COUNT(*) FROM _stream_records", [], |row| row.get(0)).unwrap()
}

#[tokio::test]
async fn records_that_were_consumed_or_filtered_out_leave_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let seen = Seen::default();
    let service = start(in_folder(folder.path()), &seen).await;
    for number in 0..150 {
        put(&service, &format!("Thing#{number}"), &[]).await;
    }
    put(&service, "Other#1", &[]).await;
    put(&service, "Other#2", &[]).await;
    // The newest record stays: the engine counts on from it.
    until("the file has one record", || stored_records(folder.path()) == 1).await;
    assert_eq!(keys(&seen).len(), 150);
    put(&service, "Thing#150", &[]).await;
    until("a later record", || keys(&seen).len() == 151).await;
    service.shutdown().await;
}

#[tokio::test]
async fn a_record_that_no_function_has_taken_yet_stays_in_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let seen = Seen::default();
    let mut options = in_folder(folder.path());
    // The retries of the bad record take longer than the test.
    options.periods.retry_first = Duration::from_mins(1);
    options.periods.retry_max = Duration::from_mins(1);
    options.periods.stream_trim = Duration::from_millis(5);
    let service = start(options, &seen).await;
    for name in ["Thing#1", "Thing#2"] {
        put(&service, name, &[]).await;
        until(name, || keys(&seen).contains(&name.to_owned())).await;
    }
    put(&service, "Thing#3", &[("bad", AttributeValue::Bool(true))]).await;
    put(&service, "Thing#4", &[]).await;
    until("the first record is deleted", || stored_records(folder.path()) == 3).await;
    until("the bad record is tried", || keys(&seen).contains(&"Thing#3".to_owned())).await;
    assert_eq!(stored_records(folder.path()), 3);
    service.shutdown().await;

    let seen = Seen::default();
    let service = start(in_folder(folder.path()), &seen).await;
    until("the records after the checkpoint", || keys(&seen).contains(&"Thing#4".to_owned())).await;
    assert_eq!(keys(&seen).first().map(String::as_str), Some("Thing#3"));
    service.shutdown().await;
}

#[tokio::test]
async fn a_record_that_fails_holds_up_no_other_key_and_comes_again_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let factor = "BatchSize: 1\n            ParallelizationFactor: 2";
    let template = Template::parse(&TEMPLATE.replace("BatchSize: 10", factor)).unwrap();
    let mut options = Options { template: Some(template), ..in_folder(folder.path()) };
    // The retries of the bad record take longer than the test.
    options.periods.retry_first = Duration::from_mins(1);
    options.periods.retry_max = Duration::from_mins(1);
    let seen = Seen::default();
    let service = start(options.clone(), &seen).await;
    for name in ["Thing#1", "Thing#2", "Thing#3"] {
        let bad = (name == "Thing#1").then_some(("bad", AttributeValue::Bool(true)));
        put(&service, name, bad.as_slice()).await;
        until(name, || keys(&seen).contains(&name.to_owned())).await;
    }
    assert_eq!(keys(&seen), ["Thing#1", "Thing#2", "Thing#3"]);
    service.shutdown().await;

    let seen = Seen::default();
    let service = start(options, &seen).await;
    until("the record that failed", || keys(&seen).contains(&"Thing#1".to_owned())).await;
    service.shutdown().await;
}
