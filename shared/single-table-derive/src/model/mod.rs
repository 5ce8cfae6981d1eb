//! The description of an entity: its attributes and fields, resolved against each other and free of contradictions.
//!
//! The code that the derive emits is made from this description alone.

mod attribute_names;
mod component;
mod component_type;
mod entity;
mod fields_read;
mod format;
mod generated_names;
mod joined_index;
mod joined_key;
#[cfg(test)]
mod name_tests;
mod native_index;
#[cfg(test)]
mod refusal_tests;
mod sharding;
mod stored_field;
mod unique_record;
mod uses;

pub(crate) use component::{Component, Source, distinct};
pub(crate) use component_type::is_std_component;
pub(crate) use entity::EntityModel;
pub(crate) use format::Format;
pub(crate) use joined_index::JoinedIndex;
pub(crate) use joined_key::{JoinedKey, Owner};
pub(crate) use native_index::NativeIndex;
pub(crate) use sharding::Sharding;
pub(crate) use stored_field::StoredField;
pub(crate) use unique_record::UniqueRecord;
pub(crate) use uses::FieldUse;
