//! Between an entity and the item that DynamoDB keeps.

mod codec;
mod key_attributes;
#[doc(hidden)]
pub mod native_attributes;
mod same;
mod size;
mod value;

pub use codec::{decode, encode, entity_name};
pub(crate) use codec::{decode_part, expires};
pub use key_attributes::KeyAttributes;
pub(crate) use same::{same, same_items};
pub(crate) use size::is_indexed;
pub use size::{MAX_ITEM_BYTES, item_size};
pub(crate) use value::TYPE;
#[doc(hidden)]
pub use value::{attribute, collect, field};

/// An item as a stream record or an export has it.
pub use serde_dynamo::Item as StreamItem;
