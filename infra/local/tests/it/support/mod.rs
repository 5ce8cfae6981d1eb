//! Helpers for the tests of the running service.

#[cfg(unix)]
pub(crate) mod program;

use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::types::AttributeValue;
use favorites_local::template::Template;
use favorites_local::{AccessKey, FunctionError, Functions, Options, Periods, Running, Service};
use serde_json::{Value, json};

/// A table, a function for each way of answering, and a mapping that keeps nothing back.
pub(crate) const TEMPLATE: &str = include_str!("template.yaml");

/// The records that the consumer got, in the order of the calls.
pub(crate) type Seen = Arc<Mutex<Vec<Value>>>;

pub(crate) fn options() -> Options {
    with_template(Options::memory())
}

pub(crate) fn in_folder(folder: &Path) -> Options {
    with_template(Options::directory(folder))
}

pub(crate) fn with_template(options: Options) -> Options {
    let periods = Periods {
        retry_first: Duration::from_millis(1),
        retry_max: Duration::from_millis(5),
        ttl_sweep: Duration::from_millis(100),
        integration_timeout: Duration::from_millis(500),
        ..Periods::default()
    };
    Options { template: Some(Template::parse(TEMPLATE).unwrap()), periods, ..options }
}

/// Functions that answer by their name, and a consumer that notes what it sees and reports records whose item has an
/// attribute `bad`.
pub(crate) fn functions(seen: &Seen) -> Functions {
    let seen = Arc::clone(seen);
    Functions::new()
        .with("echo", |event: Value| async move { Ok(json!({"statusCode": 200, "body": event.to_string()})) })
        .with("fail", |_: Value| async { Err(FunctionError::new("Broken", "a secret")) })
        .with("panic", |_: Value| async { panic!("a secret") })
        .with("hang", |_: Value| std::future::pending())
        .with("nonsense", |_: Value| async { Ok(json!({"statusCode": "a secret"})) })
        .with("consume", move |event: Value| {
            let seen = Arc::clone(&seen);
            async move { Ok(consume(&seen, &event)) }
        })
}

fn consume(seen: &Seen, event: &Value) -> Value {
    let records = event["Records"].as_array().unwrap();
    let bad = records.iter().filter(|record| !record["dynamodb"]["NewImage"]["bad"].is_null());
    let failures: Vec<_> =
        bad.map(|record| json!({"itemIdentifier": record["dynamodb"]["SequenceNumber"]})).collect();
    seen.lock().unwrap().extend(records.iter().cloned());
    json!({"batchItemFailures": failures})
}

pub(crate) async fn start(options: Options, seen: &Seen) -> Running {
    Service::start(options, |_| functions(seen)).await.unwrap()
}

pub(crate) fn dynamodb(service: &Running) -> Client {
    Client::new(&service.environment().sdk_config())
}

/// Returns a request to the DynamoDB endpoint that is signed with `key`.
pub(crate) fn signed(
    service: &Running,
    target: Option<&str>,
    body: &'static str,
    key: &AccessKey,
) -> reqwest::RequestBuilder {
    let url = format!("{}/", service.dynamodb_endpoint());
    let target: Vec<_> = target.map(|target| ("x-amz-target", target)).into_iter().collect();
    let signature = key.sign(&url, &target, body.as_bytes()).unwrap();
    let request = reqwest::Client::new().post(url).body(body);
    let request = target.into_iter().fold(request, |request, (name, value)| request.header(name, value));
    signature.into_iter().fold(request, |request, (name, value)| request.header(name, value))
}

pub(crate) fn text(value: &str) -> AttributeValue {
    AttributeValue::S(value.to_owned())
}

pub(crate) async fn put(service: &Running, pk: &str, extra: &[(&str, AttributeValue)]) {
    let mut request = dynamodb(service)
        .put_item()
        .table_name(&service.environment().table_name)
        .item("pk", text(pk))
        .item("sk", text("1"));
    for (name, value) in extra {
        request = request.item(*name, value.clone());
    }
    request.send().await.unwrap();
}

/// The partition keys of the records that the consumer got.
pub(crate) fn keys(seen: &Seen) -> Vec<String> {
    let key = |record: &Value| record["dynamodb"]["Keys"]["pk"]["S"].as_str().unwrap().to_owned();
    seen.lock().unwrap().iter().map(key).collect()
}

/// Waits until `condition` holds; a test that it never holds in fails.
pub(crate) async fn until(what: &str, mut condition: impl FnMut() -> bool) {
    let start = Instant::now();
    while !condition() {
        assert!(start.elapsed() < Duration::from_secs(20), "not within 20 seconds: {what}");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}
