//! Tests that span the crates: API, stream, Lambda protocol, template.
//!
//! This library is the test binaries' shared harness: each test has a separate [`Service`], [`Person`]s call it over real HTTP,
//! and [`consistency`] checks the invariants of the table. [`contract`] compares each answer with the `OpenAPI` document, so
//! every test of an endpoint also tests its description.
//!
//! ```
//! use favorites_tests::{Service, data_id, sample};
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() {
//! let service = Service::start().await;
//! let ann = service.person("ann");
//! let note = ann.create(&sample::favorite("note", "Shopping")).await;
//! let found = ann.get(&format!("/favorites/{}", data_id(&note))).await;
//! assert_eq!(found.is(200)["title"], "Shopping");
//! service.end().await;
//! # }
//! ```
//!
//! To run the tests against another engine, set the environment variable `AWS_ENDPOINT_URL_DYNAMODB`.
#![allow(clippy::missing_panics_doc, reason = "a harness panics wherever a test would: that is how it tells")]

mod answer;
mod before;
mod broken_table;
pub mod catalogue;
mod clock;
pub mod consistency;
pub mod contract;
pub mod count_tree;
mod event_file;
mod eventually;
mod faulty;
pub mod figures;
pub mod files;
pub mod generated;
pub mod invocation;
pub mod lambda;
pub mod library;
pub mod log_watch;
mod person;
pub mod process;
pub mod program;
mod proxy;
mod routes;
pub mod runtime_api;
pub mod sample;
pub mod search_oracle;
mod service;
pub mod template_text;
pub mod tls;

pub use answer::Answer;
pub use before::before;
pub use broken_table::{BrokenTable, TableFault};
pub use clock::Clock;
pub use eventually::eventually;
pub use faulty::{faulty_client, pause_when};
pub use person::{Call, Person, data_id, tag_id};
pub use proxy::{Cut, Proxy};
pub use routes::{paths_with_id, with_id};
pub use service::Service;

/// Returns true if the tests use the embedded engine, whose capacity units are those of DynamoDB. Other engines charge otherwise.
#[must_use]
pub fn is_embedded() -> bool {
    std::env::var_os("AWS_ENDPOINT_URL_DYNAMODB").is_none_or(|endpoint| endpoint.is_empty())
}
