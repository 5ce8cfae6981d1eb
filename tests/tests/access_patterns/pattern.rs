//! An access pattern: the request or the records that start it, and its requests to DynamoDB.

use std::time::Duration;

use favorites_api::favorites::ChangeRecord;
use reqwest::Method;
use serde_json::Value;

/// An access pattern.
pub(crate) struct Pattern {
    /// The route in the template's form, or the name of a function without a route.
    pub(crate) endpoint: &'static str,
    /// The case, if the endpoint has several patterns.
    pub(crate) case: &'static str,
    pub(crate) action: Action,
    /// The requests to DynamoDB, in any order.
    pub(crate) requests: Vec<Request>,
}

/// The start of a pattern.
pub(crate) enum Action {
    Http {
        method: Method,
        path: String,
        body: Option<Value>,
        /// A header field and its value.
        header: Option<Header>,
    },
    /// A `GET`, after this time has passed.
    Later(Duration, String),
    /// Records of the stream.
    Consume(Vec<ChangeRecord>),
    /// A turn of the worker.
    Turn,
}

/// A header field and its value.
pub(crate) type Header = (&'static str, &'static str);

/// A partition and a sort key.
pub(crate) type Key = (String, String);

/// A request to DynamoDB.
pub(crate) enum Request {
    /// The first page of a partition of the table or of an index.
    Query {
        entity: &'static str,
        index: Option<&'static str>,
        /// The attributes of the partition key and of the sort key.
        attributes: (&'static str, &'static str),
        /// The partition in words, and its key.
        partition: (&'static str, String),
        ascending: bool,
        consistent: bool,
        limit: usize,
    },
    /// The segment of the catalogue that holds, or would hold, the entry of a favorite.
    Segment {
        data_id: String,
    },
    Get {
        entity: &'static str,
        key: Key,
        consistent: bool,
    },
    BatchGet {
        entity: &'static str,
        keys: Vec<Key>,
        consistent: bool,
    },
    Write {
        operation: &'static str,
        /// The entities of the changed items. No other write of the pattern changes items of these entities.
        changed: Vec<&'static str>,
        /// The keys of the items that must be there, or as they were read.
        checked: Vec<Key>,
    },
    /// The put with which the worker takes the user's work or gives it back. It moves the item in the index
    /// by time.
    Turn,
}

impl Pattern {
    /// Returns the entities of all changed items, in order.
    pub(crate) fn changed(&self) -> Vec<&'static str> {
        let mut changed = Vec::new();
        for request in &self.requests {
            match request {
                Request::Write { changed: entities, .. } => changed.extend(entities),
                // The second turn of a pattern is the end of the first.
                Request::Turn if !changed.contains(&"Due") => changed.push("Due"),
                _ => {}
            }
        }
        changed.sort_unstable();
        changed
    }
}

impl Pattern {
    /// Returns a pattern that a request to the endpoint starts. The method is the endpoint's.
    pub(crate) fn http(
        endpoint: &'static str,
        case: &'static str,
        path: &str,
        body: Option<Value>,
        requests: Vec<Request>,
    ) -> Self {
        let method = endpoint.split(' ').next().expect("split gives at least one part");
        let method = method.parse().expect("a route begins with its method");
        let action = Action::Http { method, path: path.to_owned(), body, header: None };
        Self { endpoint, case, action, requests }
    }

    /// Adds an `Idempotency-Key`.
    pub(crate) fn with_key(self) -> Self {
        self.with_header(("idempotency-key", "7de3041d-d709-4024-af6f-29e4fa13d34c"))
    }

    /// Adds an `If-None-Match` that no favorite meets.
    pub(crate) fn creating(self) -> Self {
        self.with_header(("if-none-match", "*"))
    }

    fn with_header(mut self, field: Header) -> Self {
        if let Action::Http { header, .. } = &mut self.action {
            *header = Some(field);
        }
        self
    }
}
