//! Requests that never arrive, and callers that crash between two requests.

use aws_sdk_dynamodb::config::retry::RetryConfig;
use aws_sdk_dynamodb::types::AttributeValue;
use single_table::testing::{Fault, Faults, Operation, Target, Times};
use single_table::{Client, table};

use crate::engine;

table! {
    /// Items of numbers.
    pub struct NumberTable { key: (pk, sk), entities: [] }
}

/// A client whose requests meet faults and are not retried, and one without faults.
struct Engine {
    faults: Faults,
    faulty: Client,
    client: Client,
    table: String,
}

impl Engine {
    async fn start() -> Self {
        let faults = Faults::new();
        let (client, _, table) = engine::table::<NumberTable>().await;
        let config = faults.client(&client).config().to_builder();
        let config = config.retry_config(RetryConfig::disabled()).build();
        Self { faults, faulty: Client::from_conf(config), client, table }
    }

    /// Writes each of these numbers, and returns for each whether an answer came.
    async fn put(&self, numbers: std::ops::RangeInclusive<usize>) -> Vec<bool> {
        let mut answered = Vec::new();
        for number in numbers {
            let put = self.faulty.put_item().table_name(&self.table);
            let put = put.item("pk", text(number)).item("sk", text(number)).send().await;
            answered.push(put.is_ok());
        }
        answered
    }

    /// Returns the numbers that are stored.
    async fn written(&self) -> Vec<String> {
        let scan = self.client.scan().table_name(&self.table).consistent_read(true).send().await;
        let scan = scan.expect("this client meets no faults");
        let mut numbers: Vec<_> =
            scan.items().iter().map(|item| item["pk"].as_s().expect("a text").clone()).collect();
        numbers.sort_unstable();
        numbers
    }
}

fn text(number: usize) -> AttributeValue {
    AttributeValue::S(number.to_string())
}

#[tokio::test]
async fn a_lost_request_is_of_a_write_that_did_not_happen() {
    let engine = Engine::start().await;
    engine.faults.arm(Fault::LostRequest(Target::Only(Operation::PutItem)), Times::Next(1));
    assert_eq!(engine.put(1..=2).await, [false, true]);
    assert_eq!(engine.written().await, ["2"]);
    assert_eq!(engine.faults.requests().len(), 2, "the lost one was asked for as well");
}

#[tokio::test]
async fn a_fault_happens_after_as_many_requests_as_it_waits_for() {
    let engine = Engine::start().await;
    engine.faults.arm_after(1, Fault::LostRequest(Target::Any), Times::Next(2));
    assert_eq!(engine.put(1..=5).await, [true, false, false, true, true]);
}

#[tokio::test]
async fn it_waits_only_for_requests_that_it_is_about() {
    let engine = Engine::start().await;
    let scans = Fault::Throttled(Target::Only(Operation::Scan));
    engine.faults.arm_after(1, scans, Times::Always);
    engine.put(1..=3).await;
    let scan = || engine.faulty.scan().table_name(&engine.table).send();
    assert!(scan().await.is_ok());
    assert!(scan().await.is_err());
}

#[tokio::test]
async fn a_request_counts_though_it_meets_another_fault() {
    let engine = Engine::start().await;
    engine.faults.arm(Fault::Throttled(Target::Any), Times::Next(2));
    engine.faults.arm_after(2, Fault::LostResponse(Target::Any), Times::Next(1));
    assert_eq!(engine.put(1..=4).await, [false, false, false, true]);
    assert_eq!(engine.written().await, ["3", "4"]);
}

#[tokio::test]
async fn a_caller_dies_before_a_write_or_after_it() {
    let engine = Engine::start().await;
    let dies = Fault::LostRequest(Target::Any);
    engine.faults.arm_after(2, dies, Times::Always);
    assert_eq!(engine.put(1..=4).await, [true, true, false, false]);
    assert_eq!(engine.written().await, ["1", "2"]);

    engine.faults.clear();
    engine.faults.arm_after(1, Fault::LostResponse(Target::Any), Times::Next(1));
    engine.faults.arm_after(2, dies, Times::Always);
    assert_eq!(engine.put(5..=8).await, [true, false, false, false]);
    assert_eq!(engine.written().await, ["1", "2", "5", "6"]);
}
