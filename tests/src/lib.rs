//! Tests that span the crates: API, stream, Lambda protocol, template.
//!
//! This library is the harness that the test binaries share: a [`Service`] of each test's own, [`Person`]s who call it over
//! real HTTP, and what holds for the table whatever happened ([`consistency`]). Each answer that a person gets is held
//! against the `OpenAPI` document ([`contract`]), so every test of an endpoint is a test of its description too.
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
//! With the environment variable `AWS_ENDPOINT_URL_DYNAMODB` the tests run against the engine that it names.
#![allow(clippy::missing_panics_doc, reason = "a harness panics wherever a test would: that is how it tells")]

mod answer;
mod before;
mod broken_table;
pub mod catalogue;
mod clock;
pub mod consistency;
pub mod contract;
mod eventually;
mod faulty;
pub mod figures;
pub mod generated;
pub mod invocation;
pub mod lambda;
pub mod library;
pub mod log_watch;
mod person;
mod proxy;
mod routes;
pub mod runtime_api;
pub mod sample;
mod service;
pub mod tls;

pub use answer::Answer;
pub use before::before;
pub use broken_table::{BrokenTable, TableFault};
pub use clock::Clock;
pub use eventually::eventually;
pub use faulty::{faulty_client, pause_when};
pub use person::{Call, Person, data_id, tag_id};
pub use proxy::{Cut, Proxy};
pub use routes::routes;
pub use service::Service;
