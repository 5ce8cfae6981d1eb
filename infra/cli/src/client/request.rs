//! Requests to the service.

use reqwest::Method;
use serde::Serialize;
use uuid::Uuid;

/// Says when a request may be sent again after an attempt whose outcome is unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Repeat {
    /// Always: doing it twice is the same as doing it once.
    Always,
    /// Only if the service did not begin with it.
    IfNotBegun,
}

/// A request to the service.
#[derive(Debug, Clone)]
pub(crate) struct Request {
    pub(super) method: Method,
    pub(super) path: Vec<String>,
    pub(super) query: Vec<(&'static str, String)>,
    pub(super) headers: Vec<(&'static str, String)>,
    pub(super) body: Option<String>,
    pub(super) repeat: Repeat,
}

impl Request {
    /// Reads a resource. `path` has the parts of its path.
    pub(crate) fn get<const N: usize>(path: [&str; N]) -> Self {
        Self::new(Method::GET, path, Repeat::Always)
    }

    /// Creates something. An idempotency key makes repeats safe.
    pub(crate) fn post<const N: usize>(path: [&str; N]) -> Self {
        Self::new(Method::POST, path, Repeat::Always).with_key()
    }

    /// Does something that must not happen twice.
    pub(crate) fn post_once<const N: usize>(path: [&str; N]) -> Self {
        Self::new(Method::POST, path, Repeat::IfNotBegun)
    }

    /// Sets something, which can be done twice.
    pub(crate) fn put<const N: usize>(path: [&str; N]) -> Self {
        Self::new(Method::PUT, path, Repeat::Always)
    }

    /// Changes something. A repeat would meet its own change as that of somebody else.
    pub(crate) fn patch<const N: usize>(path: [&str; N]) -> Self {
        Self::new(Method::PATCH, path, Repeat::IfNotBegun)
    }

    /// Deletes something. A repeat would not find what the first attempt deleted.
    pub(crate) fn delete<const N: usize>(path: [&str; N]) -> Self {
        Self::new(Method::DELETE, path, Repeat::IfNotBegun)
    }

    fn new<const N: usize>(method: Method, path: [&str; N], repeat: Repeat) -> Self {
        let path = path.map(str::to_owned).to_vec();
        Self { method, path, query: Vec::new(), headers: Vec::new(), body: None, repeat }
    }

    /// Returns true if the request changes nothing.
    pub(crate) fn is_read(&self) -> bool {
        self.method == Method::GET
    }

    /// Adds an idempotency key, so that the request can be sent again after an attempt whose outcome is unknown.
    pub(crate) fn with_key(mut self) -> Self {
        self.headers.push(("idempotency-key", format!("\"{}\"", Uuid::new_v4())));
        Self { repeat: Repeat::Always, ..self }
    }

    /// Adds a query parameter if there is a value for it.
    pub(crate) fn query(mut self, name: &'static str, value: Option<impl ToString>) -> Self {
        self.query.extend(value.map(|value| (name, value.to_string())));
        self
    }

    /// Sets the body to a JSON text.
    pub(crate) fn text(mut self, body: String) -> Self {
        self.body = Some(body);
        self
    }

    /// Sets the body to `body` as JSON.
    pub(crate) fn json(self, body: &impl Serialize) -> Self {
        self.text(serde_json::to_string(body).expect("bodies have text keys and can be JSON"))
    }

    /// Prefers an answer after the job is done, within the time that the service allows (RFC 7240).
    pub(crate) fn waiting(mut self) -> Self {
        self.headers.push(("prefer", "wait=20".to_owned()));
        self
    }

    /// Makes the service refuse the change if the thing has another version.
    pub(crate) fn if_version(mut self, version: Option<u64>) -> Self {
        self.headers.extend(version.map(|version| ("if-match", format!("\"{version}\""))));
        self
    }
}
