//! Tables and indexes as DynamoDB describes them.

use crate::const_str::contains;

pub use crate::model::{KeyAttribute, Scalar};

/// The view of a table's stream: the parts of an item that a record contains (see "`StreamSpecification`" in the DynamoDB API
/// reference).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StreamView {
    /// Only the keys.
    KeysOnly,
    /// The item as it is after the change.
    NewImage,
    /// The item as it was before the change.
    OldImage,
    /// The item before and after the change.
    NewAndOldImages,
}

/// A secondary index in DynamoDB's terms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IndexSchema {
    /// The index's name.
    pub name: &'static str,
    /// The kind of the index: global, native or local.
    pub kind: IndexKind,
    /// The attributes of the index's partition key; for a local index, those of the table's.
    pub partition_key: &'static [KeyAttribute],
    /// The attributes of the index's sort key.
    pub sort_key: &'static [KeyAttribute],
    /// The attributes that the index copies from the items.
    pub projection: IndexProjection,
}

/// The attributes that an index copies from the items (see "`Projection`" in the DynamoDB API reference).
/// Every index also holds its own key attributes and those of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IndexProjection {
    /// All attributes.
    All,
    /// Only the keys.
    KeysOnly,
    /// The keys and these attributes.
    Include(&'static [&'static str]),
}

impl IndexSchema {
    /// Returns true if the keys are attributes of the items, rather than texts that the library joins.
    #[must_use]
    pub const fn is_native(&self) -> bool {
        matches!(self.kind, IndexKind::Native)
    }

    /// Returns true if the library joins the partition key of the index. That of a local index is the table's.
    pub(crate) const fn has_partition_key(&self) -> bool {
        matches!(self.kind, IndexKind::Global)
    }

    /// Returns true if the index of a table with this key holds an attribute.
    pub(crate) const fn holds(&self, table_key: &'static [KeyAttribute], name: &str) -> bool {
        let is_included = match self.projection {
            IndexProjection::All => true,
            IndexProjection::KeysOnly => false,
            IndexProjection::Include(attributes) => contains(attributes, name),
        };
        is_included || self.key_attribute(name).is_some() || KeyAttribute::find(table_key, name).is_some()
    }

    /// Returns the attribute of the partition key or the sort key with this name.
    pub(crate) const fn key_attribute(&self, name: &str) -> Option<KeyAttribute> {
        match KeyAttribute::find(self.partition_key, name) {
            Some(attribute) => Some(attribute),
            None => KeyAttribute::find(self.sort_key, name),
        }
    }
}

/// The kind of an index, which decides where its keys come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IndexKind {
    /// A global index with a partition key and a sort key that the library joins from components.
    Global,
    /// A global index with up to four attributes of the items themselves in each key.
    Native,
    /// A local index, which has the table's partitions.
    Local,
}

/// The types of key attributes as Rust types, for the bounds of queries.
pub mod scalar {
    /// The type of text.
    #[derive(Debug, Clone, Copy)]
    pub struct S;
    /// The type of numbers.
    #[derive(Debug, Clone, Copy)]
    pub struct N;
    /// The type of binary values.
    #[derive(Debug, Clone, Copy)]
    pub struct B;
}
