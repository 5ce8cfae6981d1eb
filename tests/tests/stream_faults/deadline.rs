//! Tests a batch for which the time is too short.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use aws_sdk_dynamodb::{Client, config};
use aws_smithy_runtime_api::client::http::{HttpConnector as _, HttpConnectorFuture};
use favorites_api::Deadline;
use favorites_local::Running;
use favorites_tests::before;
use favorites_tests::lambda::start_table;
use serde_json::{Value, json};

use crate::consumer::{Consumer, consumer_on, event_of};
use crate::records::{record, total};

/// Returns the consumer on `table`, which answers this number of requests, and no further ones.
fn stalling(table: &Running, requests: usize) -> Consumer {
    let sdk = table.environment().sdk_config();
    let engine = sdk.http_client().expect("the environment brings its HTTP client");
    let left = AtomicUsize::new(requests);
    let http = before(engine, move |engine, request| {
        let one_less = |left: usize| left.checked_sub(1);
        match left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_less) {
            Ok(_) => engine.call(request),
            Err(_) => HttpConnectorFuture::new(std::future::pending()),
        }
    });
    consumer_on(Client::from_conf(config::Builder::from(&sdk).http_client(http).build()), table.environment())
}

async fn failures(consumer: &Consumer, records: &[Value], time: Duration) -> Value {
    let answer = consumer(event_of(records), Deadline::after(time)).await;
    answer.expect("the event is a stream event")["batchItemFailures"].clone()
}

fn named(number: &str) -> Value {
    json!([{ "itemIdentifier": number }])
}

/// Enough time to begin, with more than a second left when the consumer must answer.
const SHORT: Duration = Duration::from_millis(2_400);
const LONG: Duration = Duration::from_mins(1);

#[tokio::test]
async fn a_table_that_stalls_in_mid_batch_leaves_what_is_not_known_to_be_done() {
    let table = start_table().await;
    let healthy = stalling(&table, usize::MAX);
    let rounds = (0..4).map(async |requests| {
        let people: Vec<String> = (0..4).map(|person| format!("person-{requests}-{person}")).collect();
        let records: Vec<Value> =
            people.iter().zip(1..).map(|(person, number)| record(person, &number.to_string())).collect();

        let started = Instant::now();
        assert_eq!(failures(&stalling(&table, requests), &records, SHORT).await, named("1"), "{requests}");
        assert!(started.elapsed() < SHORT, "{requests}: {:?}", started.elapsed());

        assert_eq!(failures(&healthy, &records, LONG).await, json!([]), "{requests}");
        for person in &people {
            assert_eq!(total(&table, person).await, 1, "{requests} {person}");
        }
    });
    futures::future::join_all(rounds).await;
    table.shutdown().await;
}

#[tokio::test]
async fn a_batch_that_comes_too_late_is_left_whole_and_the_redelivery_finishes_it() {
    let table = start_table().await;
    let consumer = stalling(&table, usize::MAX);
    let records = [record("ann", "1"), record("bob", "2")];
    for time in [Duration::ZERO, Duration::from_secs(1), Duration::from_secs(2)] {
        assert_eq!(failures(&consumer, &records, time).await, named("1"), "{time:?}");
    }
    assert_eq!((total(&table, "ann").await, total(&table, "bob").await), (0, 0));
    assert_eq!(failures(&consumer, &records, LONG).await, json!([]));
    assert_eq!((total(&table, "ann").await, total(&table, "bob").await), (1, 1));
    table.shutdown().await;
}
