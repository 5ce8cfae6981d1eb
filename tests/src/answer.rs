//! An answer of the API, with assertions.

use std::collections::BTreeMap;

use favorites_api::ProblemType;
use reqwest::Method;
use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use serde_json::Value;

/// An answer, with its request for the messages of failed tests.
#[derive(Debug, Clone)]
pub struct Answer {
    pub(crate) method: Method,
    pub(crate) path: String,
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) text: String,
}

impl Answer {
    /// Converts a function's answer to `event` as API Gateway does (see "Create AWS Lambda proxy integrations for HTTP APIs in
    /// API Gateway" in its developer guide).
    #[must_use]
    pub fn of_function(event: &Value, answer: &Value) -> Self {
        let http = &event["requestContext"]["http"];
        let headers = answer["headers"].as_object().unwrap_or_else(|| panic!("no headers: {answer}"));
        let headers = headers.iter().map(|(name, value)| {
            let value = value.as_str().unwrap_or_else(|| panic!("a header that is not text: {answer}"));
            (HeaderName::from_bytes(name.as_bytes()), HeaderValue::from_str(value))
        });
        let status = answer["statusCode"].as_u64().and_then(|status| status.try_into().ok());
        Self {
            method: http["method"].as_str().and_then(|method| method.parse().ok()).unwrap_or_default(),
            path: event["rawPath"].as_str().unwrap_or_default().to_owned(),
            status: status.unwrap_or_else(|| panic!("no status: {answer}")),
            headers: headers.map(|(name, value)| (name.expect("a name"), value.expect("a value"))).collect(),
            text: answer["body"].as_str().unwrap_or_default().to_owned(),
        }
    }

    /// Returns the method of the request.
    #[must_use]
    pub fn method(&self) -> &Method {
        &self.method
    }

    /// Returns the path of the request as it was sent, without the query.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Returns the same answer with another body.
    #[must_use]
    pub fn with_text(self, text: &str) -> Self {
        Self { text: text.to_owned(), ..self }
    }

    /// Returns the HTTP status.
    #[must_use]
    pub fn status(&self) -> u16 {
        self.status
    }

    /// Returns the value of a header, or an empty text if the answer lacks it.
    #[must_use]
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap_or("not text"))
    }

    /// Returns the unparsed body.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Asserts that the status is `status`. Returns the body as JSON, or null if it is empty.
    #[track_caller]
    #[allow(clippy::must_use_candidate, reason = "often the status is all that matters")]
    pub fn is(&self, status: u16) -> Value {
        assert_eq!(self.status, status, "{self}");
        if self.text.is_empty() {
            return Value::Null;
        }
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error}: {self}"))
    }

    /// Asserts that the status, the `Content-Type` and the body agree on a problem of this type. Returns the body.
    #[track_caller]
    #[allow(clippy::must_use_candidate, reason = "often the type is all that matters")]
    pub fn problem(&self, kind: ProblemType) -> Value {
        let body = self.is(kind.status().as_u16());
        assert_eq!(self.header("content-type"), "application/problem+json", "{self}");
        assert_eq!(body["type"], kind.uri(), "{self}");
        assert_eq!(body["title"], kind.title(), "{self}");
        assert_eq!(body["status"], self.status, "{self}");
        assert!(body["detail"].as_str().is_some_and(|detail| !detail.is_empty()), "{self}");
        body
    }

    /// Returns the faults of an `invalid-input` problem by their place: a JSON pointer such as `/title`, a query parameter such
    /// as `?limit`, or a header such as `if-match:`.
    #[track_caller]
    #[must_use]
    pub fn faults(&self) -> BTreeMap<String, String> {
        let body = self.problem(ProblemType::InvalidInput);
        let faults = body["errors"].as_array().unwrap_or_else(|| panic!("no errors: {self}"));
        let text = |fault: &Value, name: &str| fault[name].as_str().map(str::to_owned);
        faults
            .iter()
            .map(|fault| {
                let place = text(fault, "pointer")
                    .or_else(|| text(fault, "parameter").map(|name| format!("?{name}")))
                    .or_else(|| text(fault, "header").map(|name| format!("{name}:")));
                let place = place.unwrap_or_else(|| panic!("a fault without a place: {self}"));
                (place, text(fault, "detail").unwrap_or_else(|| panic!("a fault without a detail: {self}")))
            })
            .collect()
    }

    /// Returns the only fault, and asserts that there is no other.
    #[track_caller]
    #[must_use]
    pub fn fault(&self) -> (String, String) {
        let faults = self.faults();
        assert_eq!(faults.len(), 1, "{self}");
        faults.into_iter().next().unwrap_or_else(|| panic!("no fault: {self}"))
    }
}

impl std::fmt::Display for Answer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let shown: String = self.text.chars().take(2_000).collect();
        write!(f, "{} {} answered {} {shown}", self.method, self.path, self.status)
    }
}
