//! The parts of a request that were refused while others were served.

use favorites::Error;
use serde_json::Value;

use crate::problem::Problem;
use crate::request::Request;

/// The problems of the parts of a request.
#[derive(Debug)]
pub(crate) struct PartProblems<'a> {
    request_id: &'a str,
    failure: Option<Problem>,
}

impl<'a> PartProblems<'a> {
    pub(crate) fn of(request: &'a Request) -> Self {
        Self { request_id: request.id(), failure: None }
    }

    /// Returns the problem that the caller is told for a part.
    pub(crate) fn refused(&mut self, error: Error) -> Value {
        let problem = Problem::from(error);
        let body = problem.body(self.request_id);
        if problem.problem_type().status().is_server_error() {
            self.failure = Some(problem);
        }
        body
    }

    /// Returns the last failure of the service, for the log.
    pub(crate) fn failure(self) -> Option<Problem> {
        self.failure
    }
}
