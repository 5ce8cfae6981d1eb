//! An access pattern: what sets it off, and what it asks of DynamoDB.

use std::time::Duration;

use favorites_api::favorites::Change;
use reqwest::Method;
use serde_json::Value;

/// An access pattern.
pub(crate) struct Pattern {
    /// The route, as the template has it, or the function that no route leads to.
    pub(crate) endpoint: &'static str,
    /// What of the endpoint is meant, where it has more than one pattern.
    pub(crate) case: &'static str,
    pub(crate) action: Action,
    /// What it asks of DynamoDB, in any order.
    pub(crate) requests: Vec<Request>,
}

/// How the pattern is set off.
pub(crate) enum Action {
    Http {
        method: Method,
        path: String,
        body: Option<Value>,
        idempotency_key: Option<&'static str>,
    },
    /// A `GET`, after this time has passed.
    Later(Duration, String),
    /// Records of the stream.
    Consume(Vec<Change>),
}

/// A partition and a sort key.
pub(crate) type Key = (String, String);

/// One request to DynamoDB.
pub(crate) enum Request {
    /// The first page of a partition of the table or of an index.
    Query {
        entity: &'static str,
        index: Option<&'static str>,
        /// The attribute of the partition key, and of the sort key.
        attributes: (&'static str, &'static str),
        /// The partition in words, and itself.
        partition: (&'static str, String),
        ascending: bool,
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
        /// The entities of the items that it changes. No other write of the pattern changes any of these entities.
        changed: Vec<&'static str>,
        /// The tags that it checks to exist.
        checked: Vec<Key>,
    },
}

impl Pattern {
    /// The entities of all items that it changes, in order.
    pub(crate) fn changed(&self) -> Vec<&'static str> {
        let mut changed = Vec::new();
        for request in &self.requests {
            if let Request::Write { changed: entities, .. } = request {
                changed.extend(entities);
            }
        }
        changed.sort_unstable();
        changed
    }
}

impl Pattern {
    /// One that a request to the endpoint sets off; the method is the endpoint's.
    pub(crate) fn http(
        endpoint: &'static str,
        case: &'static str,
        path: &str,
        body: Option<Value>,
        requests: Vec<Request>,
    ) -> Self {
        let method = endpoint.split(' ').next().expect("split gives at least one part");
        let method = method.parse().expect("a route begins with its method");
        let action = Action::Http { method, path: path.to_owned(), body, idempotency_key: None };
        Self { endpoint, case, action, requests }
    }

    /// The same with an `Idempotency-Key`.
    pub(crate) fn with_key(mut self) -> Self {
        if let Action::Http { idempotency_key, .. } = &mut self.action {
            *idempotency_key = Some("7de3041d-d709-4024-af6f-29e4fa13d34c");
        }
        self
    }
}
