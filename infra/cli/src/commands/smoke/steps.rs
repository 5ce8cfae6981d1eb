//! The steps of a check.

use std::time::{Duration, Instant};

use backon::Retryable as _;
use reqwest::StatusCode;
use serde::Serialize;
use serde_json::Value;

use crate::backoff;
use crate::client::{Client, ClientError, Request};
use crate::failure::Reason;
use crate::output::Output;

/// The time limit of a step.
const LIMIT: Duration = Duration::from_mins(5);

/// The most characters of an unexpected answer that are shown, because an answer may have other favorites of
/// the user.
const SHOWN: usize = 300;

/// Runs steps, and writes a line for each.
pub(super) struct Steps<'a> {
    client: &'a Client,
    output: &'a mut Output,
    wait: Duration,
}

/// The line of a step.
#[derive(Debug, Serialize)]
struct Line {
    step: &'static str,
    ok: bool,
    milliseconds: u128,
}

impl<'a> Steps<'a> {
    /// `wait` limits the time for which a read is repeated.
    pub(super) fn new(client: &'a Client, output: &'a mut Output, wait: Duration) -> Self {
        Self { client, output, wait }
    }

    /// Does the work of the step with the name `step`. If it fails, the failure says that `expected` was
    /// expected.
    pub(super) async fn run<T>(
        &mut self,
        step: &'static str,
        expected: &'static str,
        work: impl Future<Output = Result<T, Reason>>,
    ) -> Result<T, Reason> {
        let start = Instant::now();
        let ended = tokio::time::timeout(LIMIT, work).await.unwrap_or(Err(Reason::NoEnd));
        let line = Line { step, ok: ended.is_ok(), milliseconds: start.elapsed().as_millis() };
        let written = self.output.value(&line, |Line { step, ok, milliseconds }| {
            format!("{step:<34} {:<6} {milliseconds:>7} ms", if *ok { "ok" } else { "FAILED" })
        });
        let value = ended.map_err(|got| Reason::Step { step, expected, got: Box::new(got) })?;
        written?;
        Ok(value)
    }

    /// Sends a request, and checks the answer. A read is repeated until its answer is the expected one.
    pub(super) async fn ask(
        &mut self,
        step: &'static str,
        expected: &'static str,
        request: Request,
        is_expected: impl Fn(&Value) -> bool,
    ) -> Result<Value, Reason> {
        let client = self.client;
        let wait = if request.is_read() { self.wait } else { Duration::ZERO };
        let look = || async {
            let answer: Value = client.fetch(request.clone()).await?;
            if is_expected(&answer) { Ok(answer) } else { Err(unexpected(&answer.to_string())) }
        };
        self.run(step, expected, eventually(wait, look)).await
    }

    /// Sends a request that the service must refuse with `status` and a fault at each of `places`.
    pub(super) async fn refuse(
        &mut self,
        step: &'static str,
        expected: &'static str,
        request: Request,
        status: StatusCode,
        places: &[&str],
    ) -> Result<(), Reason> {
        let client = self.client;
        let work = async {
            match client.send(request).await {
                Err(ClientError::Refused { problem, .. }) if problem.status() == status => {
                    let names_all = places.iter().all(|place| problem.has_fault_at(place));
                    if names_all { Ok(()) } else { Err(Reason::Got(problem.to_string())) }
                }
                Err(error) => Err(error.into()),
                Ok(answer) => Err(unexpected(&answer)),
            }
        };
        self.run(step, expected, work).await
    }
}

fn unexpected(answer: &str) -> Reason {
    Reason::Got(answer.chars().take(SHOWN).collect())
}

/// Looks until there is nothing unexpected, because lists, search and counts follow a change a moment later.
/// After `wait`, the last look is final.
pub(super) async fn eventually<T, F>(wait: Duration, look: impl FnMut() -> F) -> Result<T, Reason>
where
    F: Future<Output = Result<T, Reason>>,
{
    look.retry(backoff::looks(wait)).when(|reason| matches!(reason, Reason::Got(_))).await
}
