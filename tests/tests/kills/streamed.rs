//! A service whose stream calls the worker. Each call is a process that can be killed.

use std::process::Stdio;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use favorites_api::Favorites;
use favorites_api::favorites::limits::{ATTEMPT_DELAYS, ATTEMPTS, JOB_HELD};
use favorites_local::{Environment, FunctionError, Options, Service, functions_on};
use favorites_tests::{Clock, consistency, eventually, lambda};
use rand::RngExt as _;
use serde_json::Value;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::process::Command;

use crate::desk::{Desk, LONG};

/// More calls than any work here needs.
const MOST_CALLS: usize = 300;

/// A desk with a stream, whose consumers follow it.
pub(crate) struct Streamed {
    pub(crate) desk: Desk,
    clock: Clock,
    calls: Calls,
}

/// The calls of the worker.
#[derive(Clone)]
struct Calls {
    environment: Environment,
    clock: Clock,
    /// Most calls are killed within this time. `None`: no call is killed.
    life: Option<Duration>,
    past: Arc<Mutex<Past>>,
}

/// The calls so far.
#[derive(Default)]
struct Past {
    begun: usize,
    kills: usize,
    longest: Duration,
    story: Vec<String>,
}

impl Streamed {
    /// Starts the service. With a `life`, most calls of the worker are killed within this time.
    pub(crate) async fn open(life: Option<Duration>) -> Self {
        let clock = Clock::start();
        let mut calls = None;
        let functions = |environment: &Environment| {
            let (environment, clock, past) = (environment.clone(), clock.clone(), Arc::default());
            let worker =
                &*calls.insert(Calls { environment: environment.clone(), clock: clock.clone(), life, past });
            let worker = worker.clone();
            functions_on(&environment, |client| {
                let clock = clock.clone();
                Favorites::new(client, environment.table_name.clone()).with_clock(move || clock.now())
            })
            .with("worker", move |event| worker.clone().call(event))
        };
        let table = Service::start(Options::throw_away(), functions).await.expect("the service starts");
        let calls = calls.expect("the functions were made");
        Self { desk: Desk::at(table, clock.clone()), clock, calls }
    }

    /// Waits until no work is left. The sweeper calls the worker for what was lost.
    pub(crate) async fn settle(&self) {
        // A call may have begun before anybody waits for it.
        let mut begun = 0;
        for _ in 0..MOST_CALLS {
            let is_done = eventually(async || match self.left().await {
                left if left.is_empty() => Ok(true),
                _ if self.calls.past().begun > begun => Ok(false),
                left => Err(format!("{left:?} {:?}", self.story())),
            });
            if is_done.await {
                return;
            }
            begun = self.calls.past().begun;
            self.clock.advance(JOB_HELD + ATTEMPT_DELAYS[ATTEMPTS - 2]);
            self.desk.favorites.sweep(LONG).await.expect("the table answers");
        }
        panic!("the work has no end: {:?}", self.story());
    }

    /// Returns the work that is left, and then what is still wrong.
    async fn left(&self) -> Vec<String> {
        let items = self.desk.items().await;
        let due: Vec<_> = items.iter().filter(|item| item["type"] == "Due").map(Value::to_string).collect();
        if due.is_empty() { consistency::faults(&items) } else { due }
    }

    /// Returns the lives of the workers, for the message of a failed test.
    pub(crate) fn story(&self) -> Vec<String> {
        self.calls.past().story.clone()
    }

    /// Returns the time of the longest call.
    pub(crate) fn longest(&self) -> Duration {
        self.calls.past().longest
    }

    /// Ends, and returns the number of calls that were killed.
    pub(crate) async fn end(self) -> usize {
        let failed = self.desk.table.failed_batches();
        assert!(failed.is_empty(), "{failed:?} {:?}", self.story());
        self.desk.check().await;
        self.calls.past().kills
    }
}

impl Calls {
    fn past(&self) -> MutexGuard<'_, Past> {
        self.past.lock().expect("nobody panicked with it")
    }

    /// Returns the time until the next call is killed.
    fn next_life(&self) -> Duration {
        let mut past = self.past();
        past.begun += 1;
        // A record that fails too often is given up, so a call in between is not killed.
        let life = self.life.filter(|_| !past.begun.is_multiple_of(ATTEMPTS));
        life.map_or(LONG, |life| rand::rng().random_range(Duration::ZERO..life))
    }

    async fn call(self, event: Value) -> Result<Value, FunctionError> {
        let life = self.next_life();
        let mut worker = Command::new(env!("CARGO_BIN_EXE_job-worker"))
            .arg(self.clock.now().as_unix_millis().to_string())
            .envs(lambda::variables(&self.environment, "worker"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .expect("the worker starts");
        let mut input = worker.stdin.take().expect("its input is piped");
        input.write_all(event.to_string().as_bytes()).await.expect("it reads its input");
        drop(input);
        let mut lines = BufReader::new(worker.stdout.take().expect("its output is piped")).lines();
        let first = lines.next_line().await.expect("its output is text");
        assert_eq!(first.as_deref(), Some("works"));
        let start = Instant::now();
        if let Ok(answer) = tokio::time::timeout(life, lines.next_line()).await {
            let answer = answer.expect("its output is text").expect("it answers");
            let mut past = self.past();
            past.longest = past.longest.max(start.elapsed());
            past.story.push("ended".to_owned());
            return Ok(serde_json::from_str(&answer).expect("its answer is JSON"));
        }
        worker.kill().await.expect("it is a child");
        let mut past = self.past();
        past.kills += 1;
        past.story.push(format!("{life:?}"));
        Err(FunctionError::new("Killed", format!("after {life:?}")))
    }
}
