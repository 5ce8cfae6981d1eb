use std::sync::Mutex;

use serde_json::Value;
use tokio::time::{Instant, sleep, timeout};
use tokio_util::sync::CancellationToken;

use super::*;
use crate::invoke::FunctionError;
use crate::mapping::checkpoint::Checkpoints;
use crate::mapping::delivery::tests::{delivery, record, settings};
use crate::template::Mapping;

const CALL: Duration = Duration::from_secs(2);

/// The lanes of a function that takes one record, and two seconds for it, and always fails with the record
/// `BAD`.
struct Run {
    lanes: Lanes,
    checkpoints: Arc<Checkpoints>,
    stop: CancellationToken,
    /// The record and the time of each call.
    calls: Arc<Mutex<Vec<String>>>,
}

const BAD: &str = "9";

impl Run {
    /// Adds a record for each of `partitions`, with numbers from `first`.
    fn new(parallelization: usize, first: u32, partitions: &[&str]) -> Self {
        let calls: Arc<Mutex<Vec<String>>> = Arc::default();
        let (seen, started) = (Arc::clone(&calls), Instant::now());
        let function = move |event: Value| {
            let number = event["Records"][0]["dynamodb"]["SequenceNumber"].as_str().unwrap().to_owned();
            seen.lock().unwrap().push(format!("{number} at {} s", started.elapsed().as_secs()));
            async move {
                sleep(CALL).await;
                if number == BAD { Err(FunctionError::new("Broken", "by the test")) } else { Ok(Value::Null) }
            }
        };
        let settings = Mapping { batch_size: 1, parallelization, retries: None, ..settings() };
        let (checkpoints, stop) = (Arc::new(Checkpoints::in_memory()), CancellationToken::new());
        checkpoints.set("count", "stream", "shard", &(first - 1).to_string());
        let mut lanes = Lanes::new(Arc::new(delivery(function, settings, &checkpoints, &stop)));
        for (number, partition) in (first..).zip(partitions) {
            lanes.delivery.progress.read(&number.to_string(), true);
            lanes.add(record(number), (*partition).to_owned());
        }
        Self { lanes, checkpoints, stop, calls }
    }

    async fn until_all_are_done(&mut self) -> Vec<String> {
        self.lanes.start(false);
        while !self.lanes.is_idle() {
            self.lanes.ended().await.unwrap();
            self.lanes.start(false);
        }
        self.calls()
    }

    fn calls(&self) -> Vec<String> {
        self.calls.lock().unwrap().clone()
    }

    fn checkpoint(&self) -> String {
        self.checkpoints.get("count", "stream", "shard").unwrap()
    }
}

#[tokio::test(start_paused = true)]
async fn as_many_batches_are_under_way_as_the_mapping_allows() {
    let keys = ["a", "b", "c"];
    assert_eq!(Run::new(1, 1, &keys).until_all_are_done().await, ["1 at 0 s", "2 at 2 s", "3 at 4 s"]);
    assert_eq!(Run::new(2, 1, &keys).until_all_are_done().await, ["1 at 0 s", "2 at 0 s", "3 at 2 s"]);
    assert_eq!(Run::new(3, 1, &keys).until_all_are_done().await, ["1 at 0 s", "2 at 0 s", "3 at 0 s"]);
}

#[tokio::test(start_paused = true)]
async fn records_of_a_partition_key_come_one_after_the_other() {
    let mut run = Run::new(3, 1, &["a", "a", "b", "a"]);
    assert_eq!(run.until_all_are_done().await, ["1 at 0 s", "3 at 0 s", "2 at 2 s", "4 at 4 s"]);
    assert_eq!(run.checkpoint(), "4");
}

#[tokio::test(start_paused = true)]
async fn a_key_that_fails_holds_up_no_other_and_the_checkpoint_stays_before_it() {
    let mut run = Run::new(2, 8, &["a", "b", "b", "c", "d"]);
    timeout(Duration::from_mins(1), run.until_all_are_done()).await.unwrap_err();
    let mut calls = run.calls();
    calls.retain(|call| !call.starts_with(BAD));
    assert_eq!(calls, ["8 at 0 s", "11 at 2 s", "12 at 4 s"]);
    assert_eq!(run.checkpoint(), "8");
}

#[tokio::test(start_paused = true)]
async fn an_end_lets_the_calls_under_way_finish() {
    let mut run = Run::new(2, 1, &["a", "b", "c"]);
    run.lanes.start(false);
    sleep(CALL / 2).await;
    run.stop.cancel();
    run.lanes.finish().await;
    assert_eq!(run.checkpoints.get("count", "stream", "shard").as_deref(), Some("2"));
    assert_eq!(run.calls.lock().unwrap().len(), 2);
}

#[tokio::test(start_paused = true)]
async fn nothing_is_read_while_all_lanes_are_busy() {
    let mut run = Run::new(2, 1, &["a"]);
    run.lanes.start(false);
    assert!(run.lanes.has_room());
    run.lanes.add(record(2), "b".to_owned());
    run.lanes.start(false);
    assert!(!run.lanes.has_room());
    run.lanes.ended().await.unwrap();
    assert!(run.lanes.has_room());
}
