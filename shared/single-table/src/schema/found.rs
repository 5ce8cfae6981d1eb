//! What is there: the one description that a table and a template are both read into.

use aws_sdk_dynamodb::types::{KeySchemaElement, ProjectionType, ScalarAttributeType, StreamViewType};

use super::Difference;
use crate::table::IndexKind;

/// A part, unless it could not be read.
pub(super) type Part<T> = Result<T, NotReadable>;

/// That a part could not be read. Why was noted where that was found, so that it is told once.
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
    /// What of it could not be read.
    pub(super) unreadable: Vec<Difference>,
}

/// An attribute's definition.
#[derive(Debug)]
pub(super) struct FoundAttribute {
    pub(super) name: Part<String>,
    pub(super) scalar: Part<ScalarAttributeType>,
}

/// A secondary index.
#[derive(Debug)]
pub(super) struct FoundIndex {
    /// Global or local.
    pub(super) kind: IndexKind,
    pub(super) name: Part<String>,
    pub(super) key: Part<Vec<KeySchemaElement>>,
    pub(super) projection: Part<Option<ProjectionType>>,
}

impl FoundAttribute {
    /// Any number of definitions of which nothing can be read.
    pub(super) fn unreadable() -> Self {
        Self { name: Err(NotReadable), scalar: Err(NotReadable) }
    }
}

impl FoundIndex {
    /// Any number of indexes of which nothing can be read.
    pub(super) fn unreadable(kind: IndexKind) -> Self {
        Self { kind, name: Err(NotReadable), key: Err(NotReadable), projection: Err(NotReadable) }
    }
}

impl Found {
    /// The keys of the table and of its indexes.
    pub(super) fn keys(&self) -> impl Iterator<Item = &Part<Vec<KeySchemaElement>>> {
        std::iter::once(&self.key).chain(self.indexes.iter().map(|index| &index.key))
    }
}
