//! Orders from the commands of this program to the running service, which alone may use the data folder.

mod client;
mod error;
mod order;
mod place;
mod server;

pub(crate) use self::client::ask;
pub use self::error::ControlError;
pub(crate) use self::order::Order;
pub(crate) use self::server::open;
