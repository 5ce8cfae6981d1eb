//! A function's process, which is started and invoked as by Lambda.

use std::ffi::OsStr;
use std::time::{Duration, Instant, SystemTime};

use serde_json::Value;

use super::outcome::{Death, Outcome, Refusal};
use super::process::Process;
use super::server::{Held, Invocation, Server};

/// The default time limit of a function: far more than it needs, because test machines are busy.
const PATIENCE: Duration = Duration::from_mins(1);

/// A function's process, and the Runtime API from which it gets events. Both end when this is dropped.
pub struct Function {
    process: Process,
    server: Server,
    invocations: usize,
}

impl std::fmt::Debug for Function {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut shown = f.debug_struct("Function");
        shown.field("process_id", &self.process_id()).field("invocations", &self.invocations);
        shown.finish_non_exhaustive()
    }
}

impl Function {
    /// Starts a binary as Lambda does: with these variables and Lambda's own, and no others. A given variable replaces Lambda's
    /// of the same name.
    pub async fn start<N: Into<String>>(
        binary: impl AsRef<OsStr>,
        variables: impl IntoIterator<Item = (N, String)>,
    ) -> Self {
        let server = Server::start().await;
        let of_lambda = [
            ("AWS_LAMBDA_RUNTIME_API", server.address.to_string()),
            ("AWS_LAMBDA_FUNCTION_NAME", "under-test".to_owned()),
            ("AWS_LAMBDA_FUNCTION_MEMORY_SIZE", "128".to_owned()),
            ("AWS_LAMBDA_FUNCTION_VERSION", "$LATEST".to_owned()),
        ]
        .map(|(name, value)| (name.to_owned(), value));
        let of_caller = variables.into_iter().map(|(name, value)| (name.into(), value));
        let process = Process::start(binary.as_ref(), of_lambda.into_iter().chain(of_caller));
        Self { process, server, invocations: 0 }
    }

    /// Returns the id of the process, for example for `/proc`.
    #[must_use]
    pub fn process_id(&self) -> u32 {
        self.process.id()
    }

    /// Returns the time just before the process was started.
    #[must_use]
    pub fn started(&self) -> Instant {
        self.process.started
    }

    /// Returns the number of files, sockets and pipes that the process has open.
    #[must_use]
    pub fn open_files(&self) -> usize {
        self.process.open_files()
    }

    /// Returns the output of the process so far, line by line: its log, and the message of a panic.
    #[must_use]
    pub fn output(&self) -> String {
        self.process.output()
    }

    /// Waits until the function has requested an event `times` times, and returns the time of the last request. The first request
    /// shows that the function is initialized, and each further one that it has finished an invocation. Panics if the process
    /// ends before that, or after a minute.
    pub async fn asked_for_next(&mut self, times: usize) -> Instant {
        let enough = self.server.asked.wait_for(|asked| asked.len() >= times);
        let asked = tokio::select! {
            asked = tokio::time::timeout(PATIENCE, enough) => asked,
            status = self.process.wait() => panic!("the function ended: {status}"),
        };
        let asked =
            asked.unwrap_or_else(|_| panic!("the function did not ask {times} times in {PATIENCE:?}"));
        asked.expect("the runtime API is served")[times - 1]
    }

    /// Passes an event to the function and waits for the outcome, at most a minute.
    pub async fn invoke(&mut self, event: &Value) -> Outcome {
        self.invoke_within(event, PATIENCE).await
    }

    /// Passes an event to the function and waits for the outcome. The deadline is `time` from now, or from the moment at which
    /// the function is idle. Panics if there is no outcome before the deadline, at which Lambda would have killed the process.
    pub async fn invoke_within(&mut self, event: &Value, time: Duration) -> Outcome {
        let outcome = self.try_invoke_within(event, time).await;
        outcome.unwrap_or_else(|death| panic!("{death:?} of {event}; it wrote {}", self.output()))
    }

    /// Passes an event to the function and waits for the outcome, like
    /// [`invoke_within`](Self::invoke_within).
    ///
    /// # Errors
    /// Returns a [`Death`] if the function gives no outcome. Don't pass it another event then.
    pub async fn try_invoke_within(&mut self, event: &Value, time: Duration) -> Result<Outcome, Death> {
        self.idle().await;
        self.invocations += 1;
        let id = format!("invocation-{}", self.invocations);
        let invocation =
            Invocation { id: id.clone(), event: event.to_string(), deadline: SystemTime::now() + time };
        self.server.events.send(invocation).expect("the runtime API is served");
        let outcome = tokio::select! {
            outcome = tokio::time::timeout(time, self.server.outcomes.recv()) => outcome,
            status = self.process.wait() => return Err(Death::Ended(status)),
        };
        let outcome = outcome.map_err(|_| Death::TimedOut(time))?;
        let (of, outcome) = outcome.expect("the runtime API is served");
        assert_eq!(of, id, "{outcome:?}");
        Ok(outcome)
    }

    /// Makes the API refuse the function's next answer.
    pub fn refuse_next_answer(&self, refusal: Refusal) {
        self.server.refuse_next_answer(refusal);
    }

    /// Makes the API hold back the confirmation of the function's next answer until the returned value is dropped. Until then,
    /// the function waits and does not request its next event.
    pub fn hold_next_answer(&self) -> Held {
        self.server.hold_next_answer()
    }

    /// Waits until the function has finished all events and requests another one.
    pub async fn idle(&mut self) {
        self.asked_for_next(self.invocations + 1).await;
    }

    /// Waits until the function is idle, and freezes it as Lambda does between two invocations. Returns when the process has
    /// stopped.
    pub async fn freeze(&mut self) {
        self.idle().await;
        self.process.freeze().await;
    }

    /// Lets a frozen function continue.
    pub fn thaw(&self) {
        self.process.thaw();
    }

    /// Waits until a function ends with a failure before it requests an event, and returns its output.
    pub async fn end_by_itself(self) -> String {
        let ended = tokio::time::timeout(PATIENCE, self.process.wait_for_output()).await;
        let (status, output) = ended.unwrap_or_else(|_| panic!("the function runs on after {PATIENCE:?}"));
        assert!(!status.success(), "{status}: {output}");
        assert_eq!(self.server.asked.borrow().len(), 0, "it asked for an event: {output}");
        output
    }
}
