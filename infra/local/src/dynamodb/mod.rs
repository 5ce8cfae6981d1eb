//! The DynamoDB endpoint of the embedded engine: for the functions within the process, and for other programs
//! over HTTP.
//!
//! The engine includes a server, but that server answers any web page (`Access-Control-Allow-Origin: *`), and
//! its writes block a thread of the runtime during fsync. This endpoint is guarded, and runs the engine on
//! threads of its own.

mod json;
mod operation;
mod pages;
mod records;
mod signature;

use std::fmt;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::SystemTime;

use axum::Router;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, HeaderName, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use dynoxide::actions::get_records::{GetRecordsRequest, GetRecordsResponse};
use dynoxide::{Database, DynoxideError};
use serde_json::json;
use tokio::sync::watch;

use self::json::internal;
use self::operation::{Operation, operation_name};
use crate::access_key::AccessKey;
use crate::engine::EmbeddedEngine;
use crate::gate::Gate;
use crate::guard::Guard;
use crate::iam::{Authorizer, Refusal};

/// The largest request that DynamoDB accepts, in bytes (see "Quotas in Amazon DynamoDB", batch operations).
pub(crate) const MAX_REQUEST_BYTES: usize = 16 * 1024 * 1024;

const JSON: &str = "application/x-amz-json-1.0";

const UNKNOWN_OPERATION: &str = r#"{"__type":"com.amazon.coral.service#UnknownOperationException"}"#;

const NO_ROOM: &str = "com.amazonaws.dynamodb.v20120810#ItemCollectionSizeLimitExceededException";

const ACCESS_DENIED: &str = "com.amazon.coral.service#AccessDeniedException";

/// Notifies the stream mapping of writes.
#[derive(Debug, Clone, Default)]
pub(crate) struct Changes(watch::Sender<()>);

impl Changes {
    pub(crate) fn announce(&self) {
        self.0.send_replace(());
    }

    pub(crate) fn subscribe(&self) -> watch::Receiver<()> {
        self.0.subscribe()
    }
}

/// DynamoDB on this machine: the embedded engine, behind the roles of the functions.
pub(crate) struct Endpoint {
    pub(crate) engine: Arc<EmbeddedEngine>,
    pub(crate) changes: Changes,
    pub(crate) authorizer: Arc<Authorizer>,
    /// The key with which requests that come over a socket are signed.
    pub(crate) key: AccessKey,
    /// Requests wait while it is closed.
    pub(crate) gate: Gate,
}

impl fmt::Debug for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Endpoint").finish_non_exhaustive()
    }
}

/// Returns a server of `endpoint` at `address` as a router.
pub(crate) fn router(endpoint: Arc<Endpoint>, address: SocketAddr) -> Router {
    Router::new()
        .route("/", post(answer_signed))
        .layer(DefaultBodyLimit::max(MAX_REQUEST_BYTES))
        .layer(Guard::containers(address).layer())
        .with_state(endpoint)
}

async fn answer_signed(State(endpoint): State<Arc<Endpoint>>, headers: HeaderMap, body: Bytes) -> Response {
    let is_function = |name: &str| endpoint.authorizer.has_role(name);
    if let Err(error) = signature::check(&endpoint.key, is_function, &headers, &body, SystemTime::now()) {
        tracing::debug!(%error, "a request to DynamoDB was refused");
        return respond(error.answer());
    }
    respond(endpoint.answer(&headers, body).await)
}

impl Endpoint {
    /// Answers a request whose signature need not be checked. Returns the HTTP status and the JSON.
    pub(crate) async fn answer(&self, headers: &HeaderMap, body: Bytes) -> (StatusCode, String) {
        let target = headers.get("x-amz-target").and_then(|target| target.to_str().ok());
        let name = target.and_then(operation_name);
        let Some((name, operation)) = name.and_then(|name| Some((name, Operation::named(name)?))) else {
            return unknown_operation();
        };
        if let Err(refusal) = self.authorizer.check(headers, name, &body) {
            return access_denied(&refusal);
        }
        let entered = self.gate.enter().await;
        let engine = Arc::clone(&self.engine);
        // The work goes on if the client leaves, so it keeps the gate open by itself.
        let run = move || {
            let _entered = entered;
            operation.run(&engine, &body)
        };
        let engine = &self.engine;
        let ran = if operation.reads { engine.run_read(run).await } else { engine.run_write(run).await };
        let result = ran.unwrap_or_else(|panic| Err(internal(panic)));
        if operation.writes
            && let Err(error) = &result
            && is_unwritable(error)
        {
            return no_room(name, error);
        }
        if operation.writes && result.is_ok() {
            self.changes.announce();
        }
        status_and_json(result)
    }

    /// Reads at most `limit` records of the stream after an iterator, or fewer if they are large.
    pub(crate) async fn records(
        &self,
        shard_iterator: String,
        limit: usize,
    ) -> Result<GetRecordsResponse, DynoxideError> {
        let entered = self.gate.enter().await;
        let engine = Arc::clone(&self.engine);
        let run = move || {
            let _entered = entered;
            let (database, limit) = (engine.reader(), Some(limit));
            records::page(GetRecordsRequest { shard_iterator, limit }, |step| database.get_records(step))
        };
        self.engine.run_read(run).await.unwrap_or_else(|panic| Err(internal(panic)))
    }
}

/// Answers a request with this `X-Amz-Target` header. Returns the HTTP status and the JSON. Blocks until the engine has finished.
pub(crate) fn ask(database: &Database, target: &str, body: &[u8]) -> (StatusCode, String) {
    match Operation::of_target(target) {
        Some(operation) => status_and_json(operation.run_in_memory(database, body)),
        None => unknown_operation(),
    }
}

fn unknown_operation() -> (StatusCode, String) {
    (StatusCode::BAD_REQUEST, UNKNOWN_OPERATION.to_owned())
}

fn access_denied(refusal: &Refusal) -> (StatusCode, String) {
    let error = json!({"__type": ACCESS_DENIED, "Message": refusal.to_string()});
    (StatusCode::BAD_REQUEST, error.to_string())
}

/// Returns true if the engine could not write its file. The engine passes on the messages of `SQLite` for a full disk, a failed
/// write and a read-only file.
fn is_unwritable(error: &DynoxideError) -> bool {
    let message = error.to_string();
    ["database or disk is full", "disk I/O error", "attempt to write a readonly database"]
        .iter()
        .any(|unwritable| message.contains(unwritable))
}

/// Returns the answer to a write if the disk is full. DynamoDB has no such error, because its storage grows. This uses the error
/// for a full item collection: SDKs don't retry it, so the user gets an answer at once.
fn no_room(operation: &str, error: &DynoxideError) -> (StatusCode, String) {
    tracing::error!(operation, %error, "the data folder can't be written: make room on its disk");
    let message = format!("the disk of the local service can't be written ({error}): make room on it");
    (StatusCode::BAD_REQUEST, json!({"__type": NO_ROOM, "Message": message}).to_string())
}

fn status_and_json(result: Result<String, DynoxideError>) -> (StatusCode, String) {
    match result {
        Ok(json) => (StatusCode::OK, json),
        Err(error) => {
            let status = StatusCode::from_u16(error.status_code()).unwrap_or(StatusCode::BAD_REQUEST);
            (status, error.to_json())
        }
    }
}

fn respond((status, json): (StatusCode, String)) -> Response {
    let request_id = uuid::Uuid::new_v4().simple().to_string().to_ascii_uppercase();
    let headers =
        [(CONTENT_TYPE, JSON.to_owned()), (HeaderName::from_static("x-amzn-requestid"), request_id)];
    (status, headers, json).into_response()
}
