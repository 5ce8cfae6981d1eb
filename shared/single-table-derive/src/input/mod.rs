//! The declarations as they are written: attributes and fields, parsed by `syn` and not yet compared with each other.

mod attributes;
mod collection;
#[cfg(test)]
mod collection_tests;
mod component;
mod declaration;
mod document;
mod field;
mod options;
mod past_version;
mod projection;
#[cfg(test)]
mod refusal_tests;
mod schema_versions;
mod serde_names;
mod sketch;
mod stored_as;
mod table_item;
mod variants;

pub(crate) use attributes::{EntityAttribute, IndexAttribute, UniqueAttribute};
pub(crate) use collection::CollectionDeclaration;
pub(crate) use component::{DeclaredComponent, DeclaredKey, DeclaredLiteral, MOST_COMPONENTS, TOO_MANY};
pub(crate) use declaration::Declaration;
pub(crate) use document::DocumentDeclaration;
pub(crate) use field::{Field, SetType};
pub(crate) use past_version::PastVersionDeclaration;
pub(crate) use projection::ProjectionDeclaration;
pub(crate) use schema_versions::SchemaAttribute;
pub(crate) use serde_names::RenameRule;
pub(crate) use sketch::Sketch;
pub(crate) use stored_as::{StoredAs, ungrouped};
pub(crate) use table_item::TableItemDeclaration;
pub(crate) use variants::Member;
