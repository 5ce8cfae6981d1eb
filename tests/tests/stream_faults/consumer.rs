//! A service in which a test can intercept the calls of the change consumer.

use std::sync::Arc;
use std::time::Duration;

use aws_sdk_dynamodb::Client;
use favorites_api::{Deadline, Favorites, StreamError, stream_in_process};
use favorites_local::{Environment, FunctionError, Options, Periods, Timed, functions};
use favorites_tests::{Person, Service, eventually, sample};
use futures::future::BoxFuture;
use serde_json::{Value, json};

/// The project's consumer, as a function from event and deadline to answer.
pub(crate) type Consumer =
    Arc<dyn Fn(Value, Deadline) -> BoxFuture<'static, Result<Value, StreamError>> + Send + Sync>;

/// Returns the consumer on the table of `environment`, with this client.
pub(crate) fn consumer_on(client: Client, environment: &Environment) -> Consumer {
    let favorites = Favorites::new(client, environment.table_name.clone());
    Arc::new(stream_in_process(functions::stream::change_consumer, favorites))
}

/// Starts the service with `around` in place of the consumer. `around` receives the consumer and decides whether to
/// call it.
pub(crate) async fn start<F>(
    options: Options,
    around: impl Fn(Consumer, Value, Deadline) -> F + Send + Sync + 'static,
) -> Service
where
    F: Future<Output = Result<Value, FunctionError>> + Send + 'static,
{
    Service::run(options, |environment| {
        let sdk = Environment::as_function(&environment.sdk_config(), "change-consumer");
        let consumer = consumer_on(Client::new(&sdk), environment);
        let around = Timed(move |event, deadline| around(Arc::clone(&consumer), event, deadline));
        functions(environment).with("change-consumer", around)
    })
    .await
}

/// Returns the options of a service in memory with short waits between retries.
pub(crate) fn options() -> Options {
    impatient(Options::memory())
}

pub(crate) fn impatient(options: Options) -> Options {
    let periods = Periods {
        retry_first: Duration::from_millis(1),
        retry_max: Duration::from_millis(5),
        ..Periods::default()
    };
    Options { periods, ..options }
}

/// Calls the consumer. Returns an error as the Lambda runtime reports it.
pub(crate) async fn call(
    consumer: &Consumer,
    event: Value,
    deadline: Deadline,
) -> Result<Value, FunctionError> {
    consumer(event, deadline).await.map_err(|error| FunctionError::new("HandlerError", error.to_string()))
}

/// Returns the records of an event.
pub(crate) fn records(event: &Value) -> &[Value] {
    event["Records"].as_array().expect("an event has records")
}

/// Returns an event with these records.
pub(crate) fn event_of(records: &[Value]) -> Value {
    json!({ "Records": records })
}

/// Creates notes with these titles.
pub(crate) async fn keep(person: &Person, titles: impl IntoIterator<Item = &str>) {
    for title in titles {
        person.create(&sample::favorite("note", title)).await;
    }
}

/// Waits until the total count of the user's favorites is `expected`.
pub(crate) async fn total_becomes(person: &Person, expected: u64) {
    eventually(async || {
        let total = person.get("/counts").await.is(200)["total"].clone();
        if total == expected { Ok(()) } else { Err(format!("{total} are counted, not {expected}")) }
    })
    .await;
}
