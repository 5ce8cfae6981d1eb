//! Tables and indexes as DynamoDB describes them.

pub use crate::model::{KeyAttribute, Scalar};

/// What a change looks like in the table's stream (see "`StreamSpecification`" in the DynamoDB API reference).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StreamView {
    /// The keys alone.
    KeysOnly,
    /// The item as it is after the change.
    NewImage,
    /// The item as it was before the change.
    OldImage,
    /// Both.
    NewAndOldImages,
}

/// A secondary index, as DynamoDB knows it. Every projection is `ALL`: views decode whole entities.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IndexSchema {
    /// The index's name.
    pub name: &'static str,
    /// Global or local.
    pub kind: IndexKind,
    /// The attributes of its partition key; of a local index the table's.
    pub partition_key: &'static [KeyAttribute],
    /// The attributes of its sort key.
    pub sort_key: &'static [KeyAttribute],
}

impl IndexSchema {
    /// Whether its keys are attributes of their own rather than texts that the library joins.
    #[must_use]
    pub const fn is_native(&self) -> bool {
        matches!(self.kind, IndexKind::Native)
    }
}

/// Where an index's keys come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IndexKind {
    /// Global, with a partition key and a sort key that the library joins from components.
    Global,
    /// Global, with up to four attributes of the items themselves in each key.
    Native,
    /// Local: partitioned like the table.
    Local,
}

/// The types of key attributes as types of Rust, for bounds on queries.
pub mod scalar {
    /// Text.
    #[derive(Debug, Clone, Copy)]
    pub struct S;
    /// A number.
    #[derive(Debug, Clone, Copy)]
    pub struct N;
    /// Bytes.
    #[derive(Debug, Clone, Copy)]
    pub struct B;
}
