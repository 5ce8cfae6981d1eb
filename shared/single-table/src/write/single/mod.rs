//! Writes of one item that are a request of their own: `PutItem`, `UpdateItem` or `DeleteItem`.

mod attempts;
mod executable;
mod execute;
mod replace_expired;
mod request;
mod returning;
mod sdk_requests;
mod send;
mod stops;
mod upgrade;

pub(crate) use attempts::Attempts;
pub use executable::Single;
pub use execute::SendWrite;
pub use returning::{NewItem, OldItem, Returning};
pub(crate) use send::{Done, OneWrite, SingleFailure};
pub(crate) use upgrade::MOST_UPGRADES;
