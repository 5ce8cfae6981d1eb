//! Measures a cold start.

use std::time::{Duration, Instant};

use favorites_tests::runtime_api::Function;
use serde_json::Value;

use crate::cpu::Process;
use crate::program::Program;

/// The figures of a start, from the creation of the process.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Start {
    pub(crate) next: Point,
    pub(crate) answer: Point,
    /// The peak memory in bytes.
    pub(crate) peak_memory: u64,
}

/// The time until a point of the start.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Point {
    pub(crate) cpu: Duration,
    pub(crate) wall: Duration,
}

/// Starts a program with these variables and passes it the event. Also returns its answer and its log. At both points the process
/// gets no reply until its CPU time is read; this wait is not part of the wall time.
pub(crate) async fn start(
    program: &Program,
    variables: Vec<(&'static str, String)>,
    event: &Value,
) -> (Start, Value, String) {
    let mut function = Function::start(&program.path, variables).await;
    let process = Process::new(function.process_id());
    let initialized = function.asked_for_next(1).await - function.started();
    let next = Point { cpu: process.idle().await, wall: initialized };
    let held = function.hold_next_answer();
    let invoked = Instant::now();
    let outcome = function.invoke(event).await;
    let wall = initialized + invoked.elapsed();
    let answer = Point { cpu: process.idle().await, wall };
    let start = Start { next, answer, peak_memory: process.peak_memory() };
    drop(held);
    (start, outcome.answer(), function.output())
}
