//! Tests calls with little time left. If a function answers too late, nobody gets the answer: Lambda kills the process,
//! and the gateway sends the caller an error of its own.

use std::time::{Duration, Instant};

use favorites_api::{ProblemType, RETRY_AFTER_SECONDS};
use favorites_tests::lambda::event;
use favorites_tests::runtime_api::Function;
use favorites_tests::{Answer, BrokenTable, TableFault};
use serde_json::Value;

use crate::functions::{start, turn};
use crate::misbehaving;

/// Calls a function that can't succeed, and returns the time that it took to answer. The answer must come before the
/// deadline.
async fn busy(function: &mut Function, event: &Value, time: Duration) -> Duration {
    function.idle().await;
    let called = Instant::now();
    let answer = function.invoke_within(event, time).await.answer();
    let took = called.elapsed();
    let answer = Answer::of_function(event, &answer);
    answer.problem(ProblemType::Busy);
    assert_eq!(answer.header("retry-after"), RETRY_AFTER_SECONDS.to_string());
    took
}

#[tokio::test]
async fn a_short_deadline_is_kept_while_the_table_hangs_and_the_process_serves_the_next_event() {
    let _turn = turn().await;
    let table = BrokenTable::start(TableFault::Hangs).await;
    let mut function = start("create-favorite", &table.environment()).await;
    let event = event("create-favorite");
    for calls in 1..=3 {
        busy(&mut function, &event, Duration::from_secs(3)).await;
        assert!(table.requests() >= calls, "{calls}");
    }
}

#[tokio::test]
async fn a_handler_that_does_not_end_is_answered_for_a_second_before_the_deadline() {
    let _turn = turn().await;
    let mut function = misbehaving::start().await;
    let request = misbehaving::request("do=wait");
    let took = busy(&mut function, &request, Duration::from_secs(4)).await;
    assert!(took > Duration::from_millis(2_500), "{took:?}");
    misbehaving::serves_the_next_event(&mut function).await;
}

#[tokio::test]
async fn a_call_with_less_than_a_second_is_answered_at_once() {
    let _turn = turn().await;
    let mut function = misbehaving::start().await;
    let request = misbehaving::request("do=wait");
    for time in [Duration::from_millis(999), Duration::from_millis(900)] {
        busy(&mut function, &request, time).await;
    }
    misbehaving::serves_the_next_event(&mut function).await;
}
