//! Scripts of prepared answers.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use aws_smithy_runtime_api::client::http::{
    HttpClient, HttpConnector, HttpConnectorFuture, HttpConnectorSettings, SharedHttpConnector,
};
use aws_smithy_runtime_api::client::orchestrator::{HttpRequest, HttpResponse};
use aws_smithy_runtime_api::client::result::ConnectorError;
use aws_smithy_runtime_api::client::runtime_components::RuntimeComponents;

use super::answer::Answer;
use super::request::{Log, Request};

/// An HTTP client that returns the prepared answers in order, one for each request, regardless of the request. A request
/// after the last answer fails and is not retried. Clones share the remaining answers.
#[derive(Debug, Clone)]
pub struct Script {
    answers: Arc<Mutex<VecDeque<Answer>>>,
    log: Log,
}

impl Script {
    /// Creates a script of these answers.
    #[must_use]
    pub fn new(answers: impl IntoIterator<Item = Answer>) -> Self {
        Self { answers: Arc::new(Mutex::new(answers.into_iter().collect())), log: Log::default() }
    }

    /// Returns the requests for operations on items, in order.
    #[must_use]
    pub fn requests(&self) -> Vec<Request> {
        self.log.requests()
    }

    /// Returns the number of remaining answers.
    #[must_use]
    pub fn answers_left(&self) -> usize {
        self.answers.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    fn next(&self) -> Result<HttpResponse, ConnectorError> {
        let answer = self.answers.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
        answer
            .map(Answer::into_response)
            .ok_or_else(|| ConnectorError::user("the script has no answer left".into()))
    }
}

impl HttpConnector for Script {
    fn call(&self, request: HttpRequest) -> HttpConnectorFuture {
        if let Some(request) = Request::read(&request) {
            self.log.push(request);
        }
        HttpConnectorFuture::ready(self.next())
    }
}

impl HttpClient for Script {
    fn http_connector(&self, _: &HttpConnectorSettings, _: &RuntimeComponents) -> SharedHttpConnector {
        SharedHttpConnector::new(self.clone())
    }
}
