//! Writes of one item, each a request of its own: `PutItem`, `UpdateItem` or `DeleteItem`.

mod attempts;
mod delete_item;
mod executable;
mod execute;
mod put_item;
mod replace_expired;
mod request;
mod returning;
mod send;
mod update_item;

pub use executable::Single;
pub use execute::SendWrite;
pub use returning::{NewItem, OldItem, Returning};
pub(crate) use send::{Done, OneWrite, SingleFailure};
