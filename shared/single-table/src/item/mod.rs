//! Items: their encoding and decoding, their keys and their sizes.

mod codec;
mod entity_of;
mod key_attributes;
#[doc(hidden)]
pub mod native_attributes;
mod own_attributes;
mod restored;
mod same;
mod scalar_text;
mod schema_version;
mod size;
mod value;

pub use codec::{decode, encode};
pub(crate) use codec::{decode_part, expires, fields};
pub use entity_of::entity_name;
#[doc(hidden)]
pub use entity_of::is_a;
pub(crate) use entity_of::name_for_error;
pub use key_attributes::KeyAttributes;
pub(crate) use own_attributes::own_index_keys;
#[doc(hidden)]
pub use restored::{check_key, raw_text, restore};
pub(crate) use same::{comparable_text, ordered_text, same, same_items};
pub(crate) use scalar_text::{Attributes, scalar_of_text};
pub(crate) use schema_version::{SchemaVersion, schema_version};
pub use size::{MAX_ITEM_BYTES, item_size};
pub(crate) use size::{entry_size, is_indexed};
#[doc(hidden)]
pub use value::{attribute, collect, field};

/// An item in a stream record or an export.
pub use serde_dynamo::Item as StreamItem;
