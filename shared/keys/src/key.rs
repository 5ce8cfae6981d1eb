//! Keys: tuples of components, joined into the text that DynamoDB stores.

mod components;
mod components_text;
mod error;
mod limits;
mod name;
mod named;
mod partial;
mod partition;
mod sort;
mod tuple;
mod write;

pub use components::Components;
pub use components_text::{components_text, parse_components_text};
pub use error::{KeyError, KeyKind};
pub use limits::{MAX_PARTITION_KEY_BYTES, MAX_SORT_KEY_BYTES};
pub use name::{EntityName, EntityNameError, MAX_ENTITY_NAME_BYTES};
pub use partial::{BoundOf, PrefixOf};
pub use partition::{parse_partition_key, partition_key};
pub use sort::{
    named_sort_key, parse_named_sort_key, parse_sort_key, sort_key, sort_key_prefix, sort_key_prefix_text,
};
pub use tuple::{EncodeTuple, KeyTuple};
