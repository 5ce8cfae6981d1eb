//! Fault injection for tests of code that uses DynamoDB. This module needs the feature `test-util`.
//!
//! - [`Faults`] is a layer in front of a real engine. It leaves keys unprocessed, throttles, loses answers and cuts pages as
//!   planned, and records all requests.
//! - [`Script`] replaces the engine. It returns one prepared answer for each request.
//!
//! Both are HTTP clients for the SDK, so a test runs the same code as production. The SDK itself sends a request up to three
//! times if DynamoDB throttles or does not answer. Code that calls the SDK sees such a fault only if it happens three times in a
//! row.
//!
//! ```
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! use single_table::testing::{self, Answer, Fault, Faults, Operation, Script, Target, Times};
//!
//! // In place of the client of a script, take the client of your engine.
//! let engine = testing::client(Script::new([Answer::ok(r#"{"TableNames": []}"#), Answer::ok("{}")]));
//! let faults = Faults::new();
//! let client = faults.client(&engine);
//!
//! faults.arm(Fault::Throttled(Target::Only(Operation::Scan)), Times::Next(1));
//! client.list_tables().send().await?;
//! client.scan().table_name("music").send().await?;
//! assert_eq!(faults.requests().len(), 2, "the SDK tried the throttled scan again");
//! assert_eq!(faults.requests()[1].body["TableName"], "music");
//! # Ok(())
//! # }
//! # tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(example())?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answer;
mod batch;
mod engine;
mod fault;
mod faults;
mod layer;
mod pages;
mod request;
mod script;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::{BehaviorVersion, Credentials, Region};
use aws_smithy_runtime_api::client::http::HttpClient;

pub use answer::Answer;
pub use fault::{Fault, Target, Times};
pub use faults::Faults;
pub use request::{Operation, Request};
pub use script::Script;

/// Returns an SDK client that uses this HTTP client and fixed test credentials. To reach an engine, set the engine's address:
/// `client.config().to_builder().endpoint_url(...)`.
#[must_use]
pub fn client(http: impl HttpClient + 'static) -> Client {
    let config = aws_sdk_dynamodb::Config::builder()
        .behavior_version(BehaviorVersion::latest())
        .region(Region::new("us-east-1"))
        .credentials_provider(Credentials::new("test", "test", None, None, "test"))
        .http_client(http)
        .build();
    Client::from_conf(config)
}
