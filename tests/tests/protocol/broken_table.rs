//! A table that hangs, refuses connections or returns garbage: every function answers before Lambda would kill it.

use std::time::Duration;

use favorites_api::ProblemType;
use favorites_local::template::Function as Declared;
use favorites_tests::lambda::event;
use favorites_tests::{Answer, BrokenTable, TableFault};
use futures::future::join_all;
use serde_json::{Value, json};

use crate::functions::{http_functions, start, turn};

/// Calls each HTTP function once, with the timeout of the template, on a table with `fault`, and asserts that it
/// answers with `kind`.
async fn every_http_function_answers(fault: TableFault, kind: ProblemType) {
    let functions = http_functions();
    assert!(!functions.is_empty());
    let calls = functions.iter().map(async |Declared { name, timeout }| {
        let _turn = turn().await;
        let table = BrokenTable::start(fault).await;
        let mut function = start(name, &table.environment()).await;
        let event = event(name);
        let answer = function.invoke_within(&event, *timeout).await.answer();
        Answer::of_function(&event, &answer).problem(kind);
        let is_met = table.requests() > 0;
        let can_be_met = !matches!(fault, TableFault::Refuses | TableFault::Unreachable);
        assert_eq!(is_met, can_be_met, "{name}");
    });
    join_all(calls).await;
}

#[tokio::test]
async fn every_http_function_is_busy_in_time_where_the_table_can_not_be_reached() {
    every_http_function_answers(TableFault::Unreachable, ProblemType::Busy).await;
}

#[tokio::test]
async fn every_http_function_is_busy_in_time_where_the_table_refuses_connections() {
    every_http_function_answers(TableFault::Refuses, ProblemType::Busy).await;
}

#[tokio::test]
async fn every_http_function_is_busy_in_time_where_the_table_hangs() {
    every_http_function_answers(TableFault::Hangs, ProblemType::Busy).await;
}

#[tokio::test]
async fn every_http_function_is_busy_in_time_where_the_tables_answer_does_not_end() {
    every_http_function_answers(TableFault::Trickles, ProblemType::Busy).await;
}

#[tokio::test]
async fn every_http_function_is_busy_in_time_where_the_table_resets_connections() {
    every_http_function_answers(TableFault::Resets, ProblemType::Busy).await;
}

#[tokio::test]
async fn every_http_function_is_busy_in_time_where_the_tables_answer_breaks_off() {
    every_http_function_answers(TableFault::Truncates, ProblemType::Busy).await;
}

#[tokio::test]
async fn every_http_function_has_a_problem_in_time_where_the_table_answers_no_json() {
    every_http_function_answers(TableFault::NotJson, ProblemType::Internal).await;
}

#[tokio::test]
async fn every_http_function_has_a_problem_in_time_where_the_table_answers_with_wrong_types() {
    every_http_function_answers(TableFault::WrongTypes, ProblemType::Internal).await;
}

#[tokio::test]
async fn every_http_function_is_busy_in_time_where_a_proxy_answers_for_the_table() {
    every_http_function_answers(TableFault::Page, ProblemType::Busy).await;
}

/// All faults, for the change consumer and reconciliation.
const FAULTS: [TableFault; 9] = [
    TableFault::Unreachable,
    TableFault::Refuses,
    TableFault::Hangs,
    TableFault::Trickles,
    TableFault::Resets,
    TableFault::Truncates,
    TableFault::NotJson,
    TableFault::WrongTypes,
    TableFault::Page,
];

/// A shorter time than the template's timeouts, which would make the tests take a quarter of an hour. Reconciliation
/// stops 5 seconds before its deadline, and the change consumer 2 seconds.
const TIME: Duration = Duration::from_secs(12);

#[tokio::test]
async fn the_change_consumer_leaves_the_batch_in_time_whatever_is_wrong_with_the_table() {
    let event = event("change-consumer");
    let first = event["Records"][0]["dynamodb"]["SequenceNumber"].clone();
    let calls = FAULTS.map(async |fault| {
        let _turn = turn().await;
        let table = BrokenTable::start(fault).await;
        let mut consumer = start("change-consumer", &table.environment()).await;
        let answer = consumer.invoke_within(&event, TIME).await.answer();
        assert_eq!(answer, json!({ "batchItemFailures": [{ "itemIdentifier": first }] }), "{fault:?}");
    });
    join_all(calls).await;
}

#[tokio::test]
async fn the_sweeper_fails_in_time_whatever_is_wrong_with_the_table() {
    let events = [event("sweeper"), json!({ "reconcile": { "userId": "ann" } })];
    let calls = FAULTS.into_iter().flat_map(|fault| events.iter().map(move |event| (fault, event)));
    let calls = calls.map(async |(fault, event): (TableFault, &Value)| {
        let _turn = turn().await;
        let table = BrokenTable::start(fault).await;
        let mut sweeper = start("sweeper", &table.environment()).await;
        let error = sweeper.invoke_within(event, TIME).await.error();
        let message = error["errorMessage"].as_str();
        assert!(message.is_some_and(|message| !message.is_empty()), "{fault:?}: {error}");
    });
    join_all(calls).await;
}
