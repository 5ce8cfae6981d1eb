//! The DynamoDB endpoint of the embedded engine, for the functions, the AWS CLI and the SDKs.
//!
//! The engine includes a server, but that server answers any web page (`Access-Control-Allow-Origin: *`), and its writes block a
//! thread of the runtime during fsync. This endpoint is guarded, and runs the engine on threads that may block.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, HeaderName, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use dynoxide::{Database, DynoxideError};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::json;
use tokio::sync::watch;

use crate::engine::EmbeddedEngine;
use crate::guard::Guard;
use crate::iam::{Authorizer, Refusal};

/// The largest request that DynamoDB accepts, in bytes (see "Quotas in Amazon DynamoDB", batch operations).
const MAX_REQUEST_BYTES: usize = 16 * 1024 * 1024;

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

#[derive(Clone)]
struct Endpoint {
    engine: Arc<EmbeddedEngine>,
    changes: Changes,
    authorizer: Arc<Authorizer>,
}

/// Returns the endpoint as a router.
pub(crate) fn router(
    engine: Arc<EmbeddedEngine>,
    changes: Changes,
    authorizer: Arc<Authorizer>,
    address: SocketAddr,
) -> Router {
    Router::new()
        .route("/", post(answer))
        .layer(DefaultBodyLimit::max(MAX_REQUEST_BYTES))
        .layer(Guard::containers(address).layer())
        .with_state(Endpoint { engine, changes, authorizer })
}

async fn answer(State(endpoint): State<Endpoint>, headers: HeaderMap, body: Bytes) -> Response {
    let target = headers.get("x-amz-target").and_then(|target| target.to_str().ok());
    let name = target.and_then(operation_name);
    let Some((name, operation)) = name.and_then(|name| Some((name, Operation::named(name)?))) else {
        return respond(unknown_operation());
    };
    if let Err(refusal) = endpoint.authorizer.check(&headers, name, &body) {
        return respond(access_denied(&refusal));
    }
    let engine = endpoint.engine;
    let run: fn(&EmbeddedEngine, Operation, &[u8]) -> Result<String, DynoxideError> = match name {
        "CreateTable" => create_table,
        "DeleteTable" | "UpdateTable" => change_table,
        _ => |engine, operation, body| operation.run(engine, body),
    };
    let run = move || run(&engine, operation, &body);
    let result = match tokio::task::spawn_blocking(run).await {
        Ok(result) => result,
        Err(panic) => Err(internal(panic)),
    };
    if operation.writes
        && let Err(error) = &result
        && is_unwritable(error)
    {
        return respond(no_room(name, error));
    }
    if operation.writes && result.is_ok() {
        endpoint.changes.announce();
    }
    respond(status_and_json(result))
}

/// Runs an operation that creates a table.
fn create_table(engine: &EmbeddedEngine, operation: Operation, body: &[u8]) -> Result<String, DynoxideError> {
    let result = operation.run(engine, body);
    engine.share_indexes().map_err(internal)?;
    result
}

/// Runs an operation that changes or deletes a table, for which the engine needs its own tables of the indexes.
fn change_table(engine: &EmbeddedEngine, operation: Operation, body: &[u8]) -> Result<String, DynoxideError> {
    engine.unshare_indexes().map_err(internal)?;
    let result = operation.run(engine, body);
    engine.share_indexes().map_err(internal)?;
    result
}

/// Answers a request with this `X-Amz-Target` header. Returns the HTTP status and the JSON. Blocks until the engine has finished.
pub(crate) fn ask(database: &Database, target: &str, body: &[u8]) -> (StatusCode, String) {
    match Operation::of_target(target) {
        Some(operation) => status_and_json((operation.run)(database, body)),
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

/// Returns the operation of a target: `PutItem` for `DynamoDB_20120810.PutItem`.
fn operation_name(target: &str) -> Option<&str> {
    let (service, operation) = target.split_once('.')?;
    matches!(service, "DynamoDB_20120810" | "DynamoDBStreams_20120810").then_some(operation)
}

fn respond((status, json): (StatusCode, String)) -> Response {
    let request_id = uuid::Uuid::new_v4().simple().to_string().to_ascii_uppercase();
    let headers =
        [(CONTENT_TYPE, JSON.to_owned()), (HeaderName::from_static("x-amzn-requestid"), request_id)];
    (status, headers, json).into_response()
}

/// An operation of the DynamoDB API.
#[derive(Clone, Copy)]
struct Operation {
    run: fn(&Database, &[u8]) -> Result<String, DynoxideError>,
    /// True if the operation may add a record to the stream.
    writes: bool,
}

impl Operation {
    fn run(self, engine: &EmbeddedEngine, body: &[u8]) -> Result<String, DynoxideError> {
        (self.run)(&engine.database(), body)
    }

    fn of_target(target: &str) -> Option<Self> {
        operation_name(target).and_then(Self::named)
    }

    fn named(name: &str) -> Option<Self> {
        macro_rules! operations {
            (other: $($read:literal => $read_method:ident),+; writes: $($write:literal => $write_method:ident),+;) => {
                match name {
                    $($read => Self { run: |database, body| write(&database.$read_method(read(body)?)?), writes: false },)+
                    $($write => Self { run: |database, body| write(&database.$write_method(read(body)?)?), writes: true },)+
                    _ => return None,
                }
            };
        }
        if name == "GetRecords" {
            return Some(Self { run: get_records, writes: false });
        }
        Some(operations! {
            other:
                "BatchGetItem" => batch_get_item,
                "CreateTable" => create_table,
                "DeleteTable" => delete_table,
                "DescribeStream" => describe_stream,
                "DescribeTable" => describe_table,
                "DescribeTimeToLive" => describe_time_to_live,
                "GetItem" => get_item,
                "GetShardIterator" => get_shard_iterator,
                "ListStreams" => list_streams,
                "ListTables" => list_tables,
                "ListTagsOfResource" => list_tags_of_resource,
                "Query" => query,
                "Scan" => scan,
                "TagResource" => tag_resource,
                "TransactGetItems" => transact_get_items,
                "UntagResource" => untag_resource,
                "UpdateTable" => update_table,
                "UpdateTimeToLive" => update_time_to_live;
            writes:
                "BatchExecuteStatement" => batch_execute_statement,
                "BatchWriteItem" => batch_write_item,
                "DeleteItem" => delete_item,
                "ExecuteStatement" => execute_statement,
                "ExecuteTransaction" => execute_transaction,
                "PutItem" => put_item,
                "TransactWriteItems" => transact_write_items,
                "UpdateItem" => update_item;
        })
    }
}

/// Runs `GetRecords` and renames the fields of each record's `userIdentity`. The engine uses the names of Lambda's events, but
/// SDKs only read `Type` and `PrincipalId` (see "Identity" in the DynamoDB Streams API reference).
fn get_records(database: &Database, body: &[u8]) -> Result<String, DynoxideError> {
    let page = database.get_records(read(body)?)?;
    let identities: Vec<_> = page
        .records
        .iter()
        .map(|record| record.user_identity.as_ref())
        .map(|identity| {
            identity.map(|who| json!({"Type": who.identity_type, "PrincipalId": who.principal_id}))
        })
        .collect();
    let mut page = serde_json::to_value(&page).map_err(internal)?;
    for (index, identity) in identities.into_iter().enumerate() {
        if let Some(identity) = identity {
            page["Records"][index]["userIdentity"] = identity;
        }
    }
    write(&page)
}

fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, DynoxideError> {
    serde_json::from_slice(body).map_err(|error| refusal(&error.to_string()))
}

fn write<T: Serialize>(answer: &T) -> Result<String, DynoxideError> {
    serde_json::to_string(answer).map_err(internal)
}

fn internal(error: impl std::fmt::Display) -> DynoxideError {
    DynoxideError::InternalServerError(error.to_string())
}

/// Returns DynamoDB's error for an invalid request. A prefix in the message of the engine's request types names the error.
fn refusal(message: &str) -> DynoxideError {
    let message = message.split(" at line ").next().unwrap_or(message);
    for prefix in ["VALIDATION_REQUEST:", "VALIDATION_AS_READ:", "VALIDATION:"] {
        if let Some(message) = message.strip_prefix(prefix) {
            return DynoxideError::ValidationException(message.to_owned());
        }
    }
    for prefix in ["SERIALIZATION_AS_READ:", "SERIALIZATION:"] {
        if let Some(message) = message.strip_prefix(prefix) {
            return DynoxideError::SerializationException(message.to_owned());
        }
    }
    let is_validation = ["missing field", "unknown variant", "invalid type: null", "AttributeValue"];
    if is_validation.iter().any(|part| message.contains(part)) {
        return DynoxideError::ValidationException(message.to_owned());
    }
    DynoxideError::SerializationException(message.to_owned())
}
