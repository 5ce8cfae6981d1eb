//! The code that the derives emit, one file for each thing emitted.
//!
//! The code names the library only through `::single_table::private`, so the library can move its public items freely.

mod bindings;
mod checks;
mod collection;
mod collection_view;
mod component;
mod component_checks;
mod constants;
mod document;
mod entity;
mod entity_impl;
mod entity_name;
mod index_keys;
mod joined_key;
mod key_attributes;
mod key_format;
mod key_type;
mod model;
mod native_view;
mod own_span;
mod past_version;
mod place;
mod projection;
mod queries;
mod raw_view;
mod rekey;
mod restored;
mod shard;
mod stub;
mod table_item;
mod unique_records;
mod upgrade;
mod versioned;
mod view;
mod view_impl;

pub(crate) use collection::collection;
pub(crate) use document::document;
pub(crate) use entity::entity;
pub(crate) use past_version::past_version;
pub(crate) use projection::projection;
pub(crate) use stub::stub;
pub(crate) use table_item::table_item;
