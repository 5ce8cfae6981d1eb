//! The Lambda Runtime API on the loopback interface, and a function's process that requests events from it. It follows "Using the
//! Lambda runtime API for custom runtimes" in the Lambda developer guide.
//!
//! A [`Function`] starts the binary at a path. So a test target, a benchmark or an example can start any program; the protocol's
//! client is in the program under test, not in this crate.
//!
//! ```no_run
//! use std::time::Duration;
//!
//! use favorites_tests::lambda::{event, start_table, variables};
//! use favorites_tests::runtime_api::Function;
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() {
//! let table = start_table().await;
//! let mut function = Function::start("target/release/bootstrap", variables(table.environment(), "get-counts")).await;
//! let init = function.asked_for_next(1).await - function.started();
//! let answer = function.invoke_within(&event("get-counts"), Duration::from_secs(10)).await.answer();
//! println!("{init:?} to the first /next; process {} answered {answer}", function.process_id());
//! # }
//! ```

mod function;
mod outcome;
mod process;
mod server;

pub use function::Function;
pub use outcome::{Death, Outcome, Refusal};
pub use server::Held;
