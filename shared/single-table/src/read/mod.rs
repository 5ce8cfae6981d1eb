//! Reads by key: one item, many items, or several items at the same moment. Also the parts that all reads share: the form of
//! their [output](Output), and the [`Listing`] trait of queries and scans.

mod batch_get;
mod get;
mod get_many;
mod item_set;
mod key_set;
mod listing;
mod output;
mod owner;
mod transact_get;

pub use crate::cursor::CursorError;
pub use crate::derive::Projection;
pub use batch_get::BatchGet;
pub use get::Get;
pub use get_many::GetMany;
pub use item_set::{ItemSet, Slot};
pub use key_set::KeySet;
pub use listing::{Listing, Reader};
pub(crate) use listing::{Next, count_items};
pub(crate) use output::{Counted, attributes_of, projection};
pub use output::{Lenient, Output, Projected, Projection, Undecodable, Whole};
#[doc(hidden)]
pub use output::{projected, read_projection};
pub use transact_get::TransactGet;
