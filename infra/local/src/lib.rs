//! The whole favorites service in one process: DynamoDB, S3, the HTTP API with its functions, and the stream mapping.
//!
//! `cargo run` starts it on this machine. Tests start it in memory, each its own:
//!
//! ```
//! use favorites_local::template::Template;
//! use favorites_local::{FunctionError, Functions, Options, Service};
//! use serde_json::{Value, json};
//!
//! const TEMPLATE: &str = "
//! Resources:
//!   Table:
//!     Type: AWS::DynamoDB::Table
//!     Properties:
//!       AttributeDefinitions: [{AttributeName: pk, AttributeType: S}]
//!       KeySchema: [{AttributeName: pk, KeyType: HASH}]
//!   HelloFunction:
//!     Type: AWS::Serverless::Function
//!     Properties:
//!       Handler: hello
//!       Events:
//!         Route: {Type: HttpApi, Properties: {Method: GET, Path: '/hello/{name}'}}
//! ";
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let options = Options { template: Some(Template::parse(TEMPLATE)?), ..Options::memory() };
//! let service = Service::start(options, |_environment| {
//!     Functions::new().with("hello", |event: Value| async move {
//!         let name = event["pathParameters"]["name"].clone();
//!         Ok::<_, FunctionError>(json!({"statusCode": 200, "body": format!("Hello {name}")}))
//!     })
//! })
//! .await?;
//!
//! let answer = reqwest::Client::new()
//!     .get(format!("{}/hello/Ann", service.url()))
//!     .bearer_auth(service.tokens().issue("me")?)
//!     .send()
//!     .await?;
//! assert_eq!(answer.text().await?, "Hello \"Ann\"");
//! service.shutdown().await;
//! # Ok(())
//! # }
//! ```
//!
//! These parts behave as on AWS: the event and response of API Gateway's payload format 2.0, the checks of its JWT authorizer,
//! route matching, and the stream mapping with batches, filters, retries, bisecting, partial failures and failure destination.
//! S3 checks signatures, presigned URLs and roles, and obeys the lifecycle rules of the bucket.
//! Schedules run by their rate, from one period after the start. Each function may
//! do what its role in the template allows, and nothing else. Unlike on AWS, functions don't run in sandboxes.

mod access_key;
mod admitted;
pub mod backup;
mod connection;
mod control;
mod data_dir;
mod dynamodb;
mod engine;
mod environment;
mod functions;
mod gate;
mod gateway;
mod guard;
mod iam;
mod invoke;
mod issuer;
mod mapping;
mod memory;
mod options;
mod private_file;
pub mod reconcile;
mod region;
mod s3;
mod schedule;
pub mod seed;
mod service;
mod stored_definitions;
mod table;
pub mod template;
mod token;
mod upkeep;

pub use self::access_key::{AccessKey, AccessKeyError};
pub use self::admitted::{Admitted, AdmittedError, Host, Origin};
pub use self::connection::Connection;
pub use self::control::ControlError;
pub use self::data_dir::DataDirError;
pub use self::engine::EngineError;
pub use self::environment::Environment;
pub use self::functions::{files, functions, functions_on, with_files};
pub use self::iam::Refusal;
pub use self::invoke::{FunctionError, Functions, Invoke, Timed};
pub use self::mapping::checkpoint::CheckpointError;
pub use self::mapping::filter::{Filter, PatternError};
pub use self::memory::{MemoryEngine, make_table};
pub use self::options::{
    DEFAULT_DATA_DIR, DEFAULT_DYNAMODB_HOST, DEFAULT_DYNAMODB_PORT, DEFAULT_PORT, DEFAULT_S3_PORT, Engine,
    Options, Periods,
};
pub use self::region::REGION;
pub use self::s3::FolderError;
pub use self::service::{Running, Service, StartError};
pub use self::table::TableError;
pub use self::token::{
    AUDIENCE, DEFAULT_TOKEN_DAYS, ISSUER, Issued, KeyError, MAX_TOKEN_DAYS, NewToken, TokenId,
    TokenListError, TokenName, TokenRecord, TokenState, Tokens, TokensError,
};
