//! Successful invocations of any function: a prepared account, and the event.
//!
//! ```
//! use favorites_tests::invocation::Accounts;
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() {
//! let accounts = Accounts::start().await;
//! let event = accounts.open("ann", 3).await.event("get-favorite").await;
//! assert_eq!(event["routeKey"], "GET /favorites/{dataId}");
//! # }
//! ```

mod account;
mod http_event;

pub use account::{Account, Accounts, Item};
pub(crate) use http_event::HttpRequest;
