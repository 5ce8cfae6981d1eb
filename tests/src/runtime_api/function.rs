//! A function's process, as Lambda starts it.

use std::ffi::OsStr;
use std::process::Stdio;
use std::time::{Duration, Instant};

use serde_json::Value;
use tokio::io::AsyncReadExt as _;
use tokio::process::{Child, Command};

use super::outcome::Outcome;
use super::server::{Invocation, Server};

/// How long a function may take where a test does not say: far more than it needs, because test machines are busy.
const PATIENCE: Duration = Duration::from_secs(30);

/// A function's process, and the Runtime API that it asks for events. Both end when this is dropped.
pub struct Function {
    process: Child,
    process_id: u32,
    started: Instant,
    server: Server,
    invocations: usize,
}

impl std::fmt::Debug for Function {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut shown = f.debug_struct("Function");
        shown.field("process_id", &self.process_id).field("invocations", &self.invocations);
        shown.finish_non_exhaustive()
    }
}

impl Function {
    /// Starts a binary as Lambda would: with these variables and Lambda's own, and no others. Variables of the caller's take
    /// the place of Lambda's.
    pub async fn start<N: AsRef<OsStr>>(
        binary: impl AsRef<OsStr>,
        variables: impl IntoIterator<Item = (N, String)>,
    ) -> Self {
        let server = Server::start().await;
        let binary = binary.as_ref();
        let mut command = Command::new(binary);
        command
            .env_clear()
            .env("AWS_LAMBDA_RUNTIME_API", server.address.to_string())
            .env("AWS_LAMBDA_FUNCTION_NAME", "under-test")
            .env("AWS_LAMBDA_FUNCTION_MEMORY_SIZE", "128")
            .env("AWS_LAMBDA_FUNCTION_VERSION", "$LATEST")
            .envs(variables)
            .stdin(Stdio::null())
            .stderr(Stdio::piped())
            .stdout(Stdio::null())
            .kill_on_drop(true);
        let started = Instant::now();
        let process =
            command.spawn().unwrap_or_else(|error| panic!("{} does not start: {error}", binary.display()));
        let process_id = process.id().expect("nobody has waited for the process yet");
        Self { process, process_id, started, server, invocations: 0 }
    }

    /// Returns the id of the process, under which `/proc` describes it.
    #[must_use]
    pub fn process_id(&self) -> u32 {
        self.process_id
    }

    /// Returns the moment just before the process was made.
    #[must_use]
    pub fn started(&self) -> Instant {
        self.started
    }

    /// Waits until the function has asked for an event `times` times, and returns the moment of the last of these. The first
    /// request says that the function is initialized, and each further one that it is done with an invocation. Panics where
    /// the process ends before, or after 30 seconds.
    pub async fn asked_for_next(&mut self, times: usize) -> Instant {
        let enough = self.server.asked.wait_for(|asked| asked.len() >= times);
        let asked = tokio::select! {
            asked = tokio::time::timeout(PATIENCE, enough) => asked,
            status = self.process.wait() => panic!("the function ended: {status:?}"),
        };
        let asked =
            asked.unwrap_or_else(|_| panic!("the function did not ask {times} times in {PATIENCE:?}"));
        asked.expect("the runtime API is served")[times - 1]
    }

    /// Gives the function an event and waits for what it makes of it, at most 30 seconds.
    pub async fn invoke(&mut self, event: &Value) -> Outcome {
        self.invoke_within(event, PATIENCE).await
    }

    /// Gives the function an event with a deadline that is `time` from the moment at which the function gets it, and waits
    /// for what the function makes of it. Panics where nothing came until the deadline: Lambda would have ended the process.
    pub async fn invoke_within(&mut self, event: &Value, time: Duration) -> Outcome {
        self.asked_for_next(self.invocations + 1).await;
        self.invocations += 1;
        let id = format!("invocation-{}", self.invocations);
        let invocation = Invocation { id: id.clone(), event: event.to_string(), time };
        self.server.events.send(invocation).expect("the runtime API is served");
        let outcome = tokio::select! {
            outcome = tokio::time::timeout(time, self.server.outcomes.recv()) => outcome,
            status = self.process.wait() => panic!("the function ended: {status:?}"),
        };
        let (of, outcome) = outcome
            .unwrap_or_else(|_| panic!("nothing came of {event} in {time:?}"))
            .expect("the runtime API is served");
        assert_eq!(of, id, "{outcome:?}");
        outcome
    }

    /// Waits until a function ends with a failure and without an event, and returns what it wrote to standard error.
    pub async fn end_by_itself(mut self) -> String {
        let mut stderr = self.process.stderr.take().expect("its standard error is piped");
        let mut said = String::new();
        let read = stderr.read_to_string(&mut said);
        tokio::time::timeout(PATIENCE, read).await.expect("the function ends").expect("what it says is text");
        let status = self.process.wait().await.expect("the function is our child");
        assert!(!status.success(), "{status}: {said}");
        said
    }
}
