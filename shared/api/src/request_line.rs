//! The one line that is logged for each request.

use std::time::Instant;

use favorites::{Units, Usage};
use http::StatusCode;

use crate::call::Call;
use crate::log::METRICS;
use crate::problem::Problem;
use crate::request::Request;

/// A request under way. [`write`](Self::write) logs it; `docs/operations.md` lists the members of the line.
#[derive(Debug)]
pub(crate) struct RequestLine {
    started: Instant,
    request_id: String,
    route: String,
    user: Option<String>,
    trace_id: Option<String>,
    is_cold_start: bool,
    problem: Option<&'static str>,
    cause: Option<String>,
}

impl RequestLine {
    /// The line of a request that begins now. It holds the route and not the path, whose ids are the user's own.
    pub(crate) fn begin(request: &Request, call: &Call<'_>) -> Self {
        Self {
            started: Instant::now(),
            request_id: request.id().to_owned(),
            route: request.accepted().key(),
            user: request.user().ok().map(|user| call.user_hash_key.hash(&user)),
            trace_id: call.trace_id.map(str::to_owned),
            is_cold_start: call.is_cold_start,
            problem: None,
            cause: None,
        }
    }

    /// Returns the id that the gateway gave the request.
    pub(crate) fn request_id(&self) -> &str {
        &self.request_id
    }

    /// Notes the problem that the request is answered with.
    pub(crate) fn note(&mut self, problem: &Problem) {
        self.problem = Some(problem.problem_type().name());
        self.cause = problem.cause().map(favorites::Error::without_values);
    }

    /// Logs the line. A server error is one of level `ERROR`.
    pub(crate) fn write(self, status: StatusCode, usage: &[Usage]) {
        let Units { read, write } = total(usage);
        let duration = self.started.elapsed().as_secs_f64() * 1_000.0;
        macro_rules! line {
            ($level:expr) => {
                tracing::event!(
                    target: METRICS,
                    $level,
                    requestId = self.request_id,
                    route = self.route,
                    status = status.as_u16(),
                    durationMs = (duration * 1_000.0).round() / 1_000.0,
                    user = self.user,
                    readUnits = read,
                    writeUnits = write,
                    coldStart = self.is_cold_start,
                    traceId = self.trace_id,
                    problem = self.problem,
                    cause = self.cause,
                    "request"
                )
            };
        }
        if status.is_server_error() { line!(tracing::Level::ERROR) } else { line!(tracing::Level::INFO) }
    }
}

fn total(usage: &[Usage]) -> Units {
    usage.iter().fold(Units::default(), |total, Usage { units, .. }| Units {
        read: total.read + units.read,
        write: total.write + units.write,
    })
}
