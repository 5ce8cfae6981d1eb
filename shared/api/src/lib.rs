//! The HTTP side of the favorites service: identity, requests, responses, errors, cursors, serving.
//!
//! A function is one handler: it reads what it needs from the [`Request`], makes one call into [`Favorites`], and gives a
//! [`Response`]. Whatever is wrong is a [`Problem`], which `?` makes of the domain's errors too.
//!
//! ```
//! use favorites_api::{Favorites, Problem, Request, Response};
//!
//! /// `GET /counts`
//! pub async fn handler(favorites: &Favorites, request: Request) -> Result<Response, Problem> {
//!     let user = request.user()?;
//!     let counts = favorites.counts(&user).await?;
//!     Ok(Response::counts(&counts))
//! }
//! ```
//!
//! [`serve`] runs a handler as a Lambda function; [`in_process`] calls it in this process by the same path. [`OPENAPI`] describes
//! every route, and [`ProblemType`] every error.

mod accepted;
mod account;
mod action;
mod base_path;
mod batch;
mod body;
mod call;
mod changes;
mod connect;
mod cursor;
mod deadline;
mod event;
mod fault;
mod favorite_body;
mod handler;
mod idempotency;
mod identity;
mod in_process;
mod job_body;
mod json;
mod log;
mod no_route;
mod openapi;
mod part;
mod precondition;
mod prefer;
mod problem;
mod query;
pub mod representation;
mod request;
mod request_line;
mod response;
mod route;
#[cfg(test)]
mod sample;
mod search;
mod serve;
mod stream;
mod task;
mod together;
mod transfer;
mod transfer_body;
mod user_hash;
mod worker;

pub use favorites::{self, Favorites};

pub use action::{Selected, Selection};
pub use aws_lambda_events::event::streams::DynamoDbEventResponse;
pub use batch::Batch;
pub use body::{BATCH_BODY_BYTES, BODY_BYTES, MergeBody, TagNameBody};
pub use changes::Changes;
pub use connect::{
    ATTEMPT_TIMEOUT, ConnectError, Environment, EnvironmentError, FILES_BUCKET, HttpClient,
    OPERATION_TIMEOUT, RootsError, TABLE_NAME, client, connect, connect_with_files, file_store,
};
pub use deadline::Deadline;
pub use fault::{InputFault, Place};
pub use in_process::{FunctionError, in_process};
pub use job_body::JobBody;
pub use log::{LOG_LEVEL, LogLevelError, METRICS, log_to, log_to_stdout};
pub use no_route::{RouteKey, no_route_in_process, serve_no_route};
pub use openapi::OPENAPI;
pub use problem::{LISTED_FAULTS, PROBLEM_BASE, Problem, ProblemType};
pub use query::{List, Query};
pub use request::Request;
pub use response::{RETRY_AFTER_SECONDS, Response};
pub use route::{Handler, Rate, Route};
pub use search::Search;
pub use serve::{ServeError, serve};
pub use task::{Task, TaskError, serve_task, task_in_process};
pub use together::{Draft, both, draft_and};
pub use transfer::NewImport;
pub use transfer_body::JobLinks;
pub use user_hash::LOG_HASH_KEY;
pub use worker::{SweepAnswer, SweepEvent};

pub use stream::{
    Consumer, RecordError, RecordOutcome, StreamError, StreamEvent, serve_stream, serve_stream_with_files,
    stream_in_process,
};
