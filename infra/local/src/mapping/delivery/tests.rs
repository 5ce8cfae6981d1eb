use std::sync::{Arc, Mutex};

use favorites_api::Deadline;
use futures::future::BoxFuture;
use serde_json::Value;

use super::*;
use crate::invoke::FunctionError;
use crate::mapping::checkpoint::Checkpoints;
use crate::mapping::filter::Filter;
use crate::template::{Function, Mapping, StartingPosition};

/// A function that applies a rule to the sequence numbers of a call, and remembers the calls.
struct Scripted<F> {
    rule: F,
    calls: Arc<Mutex<Vec<String>>>,
}

impl<F> Invoke for Scripted<F>
where
    F: Fn(&[String]) -> Result<Value, FunctionError> + Send + Sync + 'static,
{
    fn invoke(&self, event: Value, _: Deadline) -> BoxFuture<'static, Result<Value, FunctionError>> {
        let numbers: Vec<String> = event["Records"]
            .as_array()
            .unwrap()
            .iter()
            .map(|record| record["dynamodb"]["SequenceNumber"].as_str().unwrap().to_owned())
            .collect();
        self.calls.lock().unwrap().push(numbers.join(" "));
        let answer = (self.rule)(&numbers);
        Box::pin(async move { answer })
    }
}

pub(in crate::mapping) fn settings() -> Mapping {
    Mapping {
        function: Function { name: "count".to_owned(), timeout: Duration::from_secs(3) },
        batch_size: 100,
        parallelization: 1,
        batching_window: Duration::ZERO,
        starting_position: StartingPosition::TrimHorizon,
        bisect: false,
        retries: Some(2),
        record_age: None,
        partial_failures: false,
        filter: Filter::default(),
        keeps_failures: true,
    }
}

pub(in crate::mapping) fn record(number: u32) -> StreamRecord {
    StreamRecord {
        sequence_number: number.to_string(),
        created: SystemTime::now(),
        event: json!({"dynamodb": {"SequenceNumber": number.to_string()}}),
    }
}

/// The result of a delivery.
struct Run {
    result: Result<(), Stopped>,
    calls: Vec<String>,
    checkpoint: Option<String>,
    given_up: Vec<(String, Vec<String>)>,
}

/// The delivery of a consumer `count`, which started 70 seconds ago.
pub(in crate::mapping) fn delivery(
    function: impl Invoke,
    settings: Mapping,
    checkpoints: &Arc<Checkpoints>,
    stop: &CancellationToken,
) -> Delivery {
    let (stream_arn, shard_id): (Arc<str>, _) = ("stream".into(), "shard".to_owned());
    let consumer = settings.function.name.clone();
    Delivery {
        function: Arc::new(function),
        settings,
        periods: Periods::default(),
        progress: Progress::new(Arc::clone(checkpoints), consumer, Arc::clone(&stream_arn), shard_id.clone()),
        failures: Arc::new(FailureDestination::in_memory()),
        stream_arn,
        shard_id,
        started: SystemTime::now() - Duration::from_secs(70),
        stop: stop.clone(),
    }
}

async fn deliver<F>(settings: Mapping, records: Vec<StreamRecord>, rule: F) -> Run
where
    F: Fn(&[String]) -> Result<Value, FunctionError> + Send + Sync + 'static,
{
    deliver_until(settings, records, rule, &CancellationToken::new()).await
}

async fn deliver_until<F>(
    settings: Mapping,
    records: Vec<StreamRecord>,
    rule: F,
    stop: &CancellationToken,
) -> Run
where
    F: Fn(&[String]) -> Result<Value, FunctionError> + Send + Sync + 'static,
{
    let calls = Arc::default();
    let function = Scripted { rule, calls: Arc::clone(&calls) };
    let checkpoints = Arc::new(Checkpoints::in_memory());
    let delivery = delivery(function, settings, &checkpoints, stop);
    for record in &records {
        delivery.progress.read(&record.sequence_number, true);
    }
    let result = delivery.deliver(records).await;
    let given_up = delivery.failures.read_all().iter().map(read_failure).collect();
    let calls = calls.lock().unwrap().clone();
    Run { result, calls, checkpoint: checkpoints.get("count", "stream", "shard"), given_up }
}

fn read_failure(record: &Value) -> (String, Vec<String>) {
    let payload: Value = serde_json::from_str(record["payload"].as_str().unwrap()).unwrap();
    let numbers = payload["Records"].as_array().unwrap().iter();
    let numbers =
        numbers.map(|record| record["dynamodb"]["SequenceNumber"].as_str().unwrap().to_owned()).collect();
    (record["requestContext"]["condition"].as_str().unwrap().to_owned(), numbers)
}

fn exhausted(numbers: &[&str]) -> (String, Vec<String>) {
    ("RetryAttemptsExhausted".to_owned(), numbers.iter().map(|&number| number.to_owned()).collect())
}

fn broken() -> FunctionError {
    FunctionError::new("Broken", "by the script")
}

fn fail_with(
    bad: &'static str,
) -> impl Fn(&[String]) -> Result<Value, FunctionError> + Send + Sync + 'static {
    move |numbers| if numbers.iter().any(|number| number == bad) { Err(broken()) } else { Ok(Value::Null) }
}

fn report(bad: &'static str) -> impl Fn(&[String]) -> Result<Value, FunctionError> + Send + Sync + 'static {
    move |numbers| {
        let failed = numbers.iter().filter(|number| *number == bad);
        Ok(
            json!({"batchItemFailures": failed.map(|number| json!({"itemIdentifier": number})).collect::<Vec<_>>()}),
        )
    }
}

#[tokio::test(start_paused = true)]
async fn a_batch_that_succeeds_is_called_once() {
    let run = deliver(settings(), (1..=3).map(record).collect(), fail_with("none")).await;
    assert_eq!(run.result, Ok(()));
    assert_eq!(run.calls, ["1 2 3"]);
    assert_eq!(run.checkpoint.as_deref(), Some("3"));
    assert_eq!(run.given_up, []);
}

#[tokio::test(start_paused = true)]
async fn a_failed_batch_is_retried_whole_and_then_given_up() {
    let run = deliver(settings(), (1..=3).map(record).collect(), fail_with("2")).await;
    assert_eq!(run.calls, ["1 2 3", "1 2 3", "1 2 3"]);
    assert_eq!(run.given_up, [exhausted(&["1", "2", "3"])]);
    assert_eq!(run.checkpoint.as_deref(), Some("3"));
}

#[tokio::test(start_paused = true)]
async fn bisecting_leaves_the_bad_record_alone() {
    let run =
        deliver(Mapping { bisect: true, ..settings() }, (1..=4).map(record).collect(), fail_with("2")).await;
    assert_eq!(run.calls, ["1 2 3 4", "1 2", "1", "2", "2", "2", "3 4"]);
    assert_eq!(run.given_up, [exhausted(&["2"])]);
    assert_eq!(run.checkpoint.as_deref(), Some("4"));
}

#[tokio::test(start_paused = true)]
async fn a_partial_failure_goes_on_from_the_failed_record() {
    let settings = Mapping { partial_failures: true, ..settings() };
    let failed_once = Mutex::new(false);
    let rule = move |numbers: &[String]| {
        let mut failed_once = failed_once.lock().unwrap();
        if *failed_once {
            Ok(Value::Null)
        } else {
            *failed_once = true;
            report("2")(numbers)
        }
    };
    let run = deliver(settings, (1..=3).map(record).collect(), rule).await;
    assert_eq!(run.calls, ["1 2 3", "2 3"]);
    assert_eq!(run.given_up, []);
    assert_eq!(run.checkpoint.as_deref(), Some("3"));
}

#[tokio::test(start_paused = true)]
async fn a_record_that_always_fails_partially_is_given_up_alone() {
    let settings = Mapping { partial_failures: true, bisect: true, ..settings() };
    let run = deliver(settings, (1..=4).map(record).collect(), report("2")).await;
    assert_eq!(run.calls, ["1 2 3 4", "2 3 4", "2", "2", "3 4"]);
    assert_eq!(run.given_up, [exhausted(&["2"])]);
    assert_eq!(run.checkpoint.as_deref(), Some("4"));
}

#[tokio::test(start_paused = true)]
async fn without_report_batch_item_failures_the_answer_is_not_read() {
    let run = deliver(settings(), vec![record(1)], report("1")).await;
    assert_eq!(run.calls, ["1"]);
    assert_eq!(run.given_up, []);
}

#[tokio::test(start_paused = true)]
async fn a_malformed_answer_fails_the_whole_batch() {
    let settings = Mapping { partial_failures: true, retries: Some(0), ..settings() };
    let run =
        deliver(settings, (1..=2).map(record).collect(), |_: &[String]| Ok(json!({"batchItemFailures": 7})))
            .await;
    assert_eq!(run.calls, ["1 2"]);
    assert_eq!(run.given_up, [exhausted(&["1", "2"])]);
}

#[tokio::test(start_paused = true)]
async fn old_records_are_given_up_without_a_call() {
    let settings = Mapping { record_age: Some(Duration::from_mins(1)), ..settings() };
    let old = StreamRecord { created: SystemTime::now() - Duration::from_secs(90), ..record(1) };
    let run = deliver(settings, vec![old, record(2)], fail_with("1")).await;
    assert_eq!(run.calls, ["2"]);
    assert_eq!(run.given_up, [("RecordAgeExceeded".to_owned(), vec!["1".to_owned()])]);
    assert_eq!(run.checkpoint.as_deref(), Some("2"));
}

#[tokio::test(start_paused = true)]
async fn a_record_does_not_grow_older_while_the_service_is_off() {
    // The service of these tests started 70 seconds ago.
    let settings = Mapping { record_age: Some(Duration::from_secs(80)), ..settings() };
    let old = StreamRecord { created: SystemTime::now() - Duration::from_hours(60), ..record(1) };
    let run = deliver(settings, vec![old], |_: &[String]| Ok(Value::Null)).await;
    assert_eq!(run.calls, ["1"]);
    assert_eq!(run.given_up, []);
}

#[tokio::test(start_paused = true)]
async fn without_a_destination_records_that_are_given_up_are_gone() {
    let settings = Mapping { keeps_failures: false, retries: Some(0), ..settings() };
    let run = deliver(settings, vec![record(1)], fail_with("1")).await;
    assert_eq!(run.given_up, []);
    assert_eq!(run.checkpoint.as_deref(), Some("1"));
}

#[tokio::test(start_paused = true)]
async fn without_a_limit_it_is_tried_until_it_succeeds() {
    let left = Mutex::new(50);
    let rule = move |_: &[String]| {
        let mut left = left.lock().unwrap();
        *left -= 1;
        if *left > 0 { Err(broken()) } else { Ok(Value::Null) }
    };
    let run = deliver(Mapping { retries: None, ..settings() }, vec![record(1)], rule).await;
    assert_eq!(run.calls.len(), 50);
    assert_eq!(run.checkpoint.as_deref(), Some("1"));
}

#[tokio::test(start_paused = true)]
async fn an_end_leaves_the_checkpoint_before_what_is_not_done() {
    let stop = CancellationToken::new();
    let stopper = stop.clone();
    let rule = move |numbers: &[String]| {
        stopper.cancel();
        report("2")(numbers)
    };
    let settings = Mapping { partial_failures: true, ..settings() };
    let run = deliver_until(settings, (1..=3).map(record).collect(), rule, &stop).await;
    assert_eq!(run.result, Err(Stopped));
    assert_eq!(run.checkpoint.as_deref(), Some("1"));
    assert_eq!(run.given_up, []);
}

#[test]
fn waits_double_up_to_the_longest() {
    let periods = Periods {
        retry_first: Duration::from_millis(100),
        retry_max: Duration::from_secs(1),
        ..Periods::default()
    };
    let waits: Vec<_> = (1..=6).map(|attempt| backoff(&periods, attempt).as_millis()).collect();
    assert_eq!(waits, [100, 200, 400, 800, 1000, 1000]);
    assert_eq!(backoff(&periods, u32::MAX), Duration::from_secs(1));
}
