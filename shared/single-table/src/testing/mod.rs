//! What tests need to see how code bears what DynamoDB does on a bad day. Behind the feature `test-util`.
//!
//! - [`Faults`] is a layer before a real engine: it hands keys back, throttles, loses answers and cuts pages, as often as it
//!   is told, and keeps what was asked.
//! - [`Script`] needs no engine: it gives the answers it was made with, one to each request.
//!
//! Both are HTTP clients of the SDK, so all that lies between them and your code is what runs in production. Note that
//! the SDK tries a request up to three times by itself when DynamoDB throttles or does not answer: code above it sees
//! such a fault from the third in a row on.
//!
//! ```
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! use single_table::testing::{self, Answer, Fault, Faults, Operation, Script, Target, Times};
//!
//! // In place of the script, take the HTTP client that reaches your engine.
//! let engine = Script::new([Answer::ok(r#"{"TableNames": []}"#), Answer::ok("{}")]);
//! let faults = Faults::new();
//! let client = testing::client(faults.before(engine));
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

/// A client on this HTTP client, with credentials that are good for tests only. To reach an engine, give it the
/// engine's address: `client.config().to_builder().endpoint_url(...)`.
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
