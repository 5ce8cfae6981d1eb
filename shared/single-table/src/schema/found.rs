//! The common description of a table and of a template, which a schema is compared with.

use aws_sdk_dynamodb::types::{KeySchemaElement, Projection, ScalarAttributeType, StreamViewType};

use super::Difference;
use crate::table::IndexKind;

/// A part of the description, unless it could not be read.
pub(super) type Part<T> = Result<T, NotReadable>;

/// Marks a part that could not be read. The difference was noted when the part was read, so that it is reported once.
#[derive(Debug, Clone, Copy)]
pub(super) struct NotReadable;

/// A table as it was found.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) key: Part<Vec<KeySchemaElement>>,
    pub(super) attributes: Vec<FoundAttribute>,
    pub(super) indexes: Vec<FoundIndex>,
    pub(super) ttl: Part<Option<String>>,
    pub(super) stream: Part<Option<StreamViewType>>,
    /// The differences of parts that could not be read.
    pub(super) unreadable: Vec<Difference>,
}

/// The definition of an attribute.
#[derive(Debug)]
pub(super) struct FoundAttribute {
    pub(super) name: Part<String>,
    pub(super) scalar: Part<ScalarAttributeType>,
}

/// The description of a secondary index.
#[derive(Debug)]
pub(super) struct FoundIndex {
    /// The kind of the index: global or local.
    pub(super) kind: IndexKind,
    pub(super) name: Part<String>,
    pub(super) key: Part<Vec<KeySchemaElement>>,
    pub(super) projection: Part<Option<Projection>>,
}

impl FoundAttribute {
    /// Makes a list with an unknown number of definitions, none of which can be read.
    pub(super) fn unreadable() -> Self {
        Self { name: Err(NotReadable), scalar: Err(NotReadable) }
    }
}

impl FoundIndex {
    /// Makes a list with an unknown number of indexes, none of which can be read.
    pub(super) fn unreadable(kind: IndexKind) -> Self {
        Self { kind, name: Err(NotReadable), key: Err(NotReadable), projection: Err(NotReadable) }
    }
}

impl Found {
    /// Returns the keys of the table and of its indexes.
    pub(super) fn keys(&self) -> impl Iterator<Item = &Part<Vec<KeySchemaElement>>> {
        std::iter::once(&self.key).chain(self.indexes.iter().map(|index| &index.key))
    }
}
