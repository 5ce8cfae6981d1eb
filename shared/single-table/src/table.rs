//! The physical table and its indexes, as types.

use crate::names::Names;

/// A physical table. Declared with [`table!`](crate::table!).
pub trait Table: Send + Sync + 'static {
    /// The partition key's attribute.
    const PARTITION_KEY: &'static str;
    /// The sort key's attribute.
    const SORT_KEY: &'static str;
    /// The TTL attribute, in epoch seconds.
    const TTL: Option<&'static str>;
    /// What its stream shows of each change, if it has one.
    const STREAM: Option<StreamView>;
    /// Its secondary indexes.
    const INDEXES: &'static [IndexSchema];
    /// The names of everything that is kept in it.
    const NAMES: &'static [Names];
}

/// A table that keeps entity `E`. The table's `entities: [...]` says so.
///
/// The list is there so that the names of all that share a table can be compared when it is compiled.
#[diagnostic::on_unimplemented(
    message = "`{E}` is not among the entities of `{Self}`",
    label = "add it to `entities: [...]` of the table",
    note = "a table lists its entities, so that no two of them can have the same name"
)]
pub trait Holds<E>: Table {}

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

/// An attribute that a key is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeyAttribute {
    /// Its name.
    pub name: &'static str,
    /// Its type.
    pub scalar: Scalar,
}

impl KeyAttribute {
    /// A key attribute that holds text, as every joined one does.
    #[must_use]
    pub const fn text(name: &'static str) -> Self {
        Self { name, scalar: Scalar::S }
    }
}

/// The types that a key attribute can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scalar {
    /// Text.
    S,
    /// A number.
    N,
    /// Bytes.
    B,
}

/// A secondary index of a table, as a type.
pub trait Index: 'static {
    /// The table it belongs to.
    type Table: Table;
    /// Its name and attributes.
    const SCHEMA: IndexSchema;
}

/// An index whose sort key the library joins from components: every one that is not native.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an index with joined keys",
    note = "its key is made of the items' own attributes: add `native` to its `#[index(...)]`"
)]
pub trait JoinedIndex: Index {
    /// The attribute of its sort key.
    const SORT_KEY: &'static str;
}

/// A global secondary index: its views name a partition of their own, and are eventually consistent.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a global secondary index",
    label = "a local index has the table's partition key, a native one attributes of the items",
    note = "on a local index leave out `partition(...)`: it always has the entity's own partition; on a native one add `native`"
)]
pub trait GlobalIndex: JoinedIndex {
    /// The attribute of its partition key.
    const PARTITION_KEY: &'static str;
}

/// A local secondary index: its views have the entity's own partition, and can be read consistently.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a local secondary index",
    label = "a global index needs a partition key of its own",
    note = "add `partition(...)` with the fields of the index's partition key"
)]
pub trait LocalIndex: JoinedIndex {}

/// A global secondary index with several attributes in its keys, which are the items' own (see "Multi-attribute keys
/// pattern" in the developer guide).
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a native multi-attribute index",
    note = "declare it with `native (...)` in its `table!`, or leave out `native`"
)]
pub trait NativeIndex: Index {}

/// Checks that `I` is a global index of table `T`.
#[doc(hidden)]
pub const fn on_global<I: GlobalIndex + Index<Table = T>, T: Table>() {}

/// Checks that `I` is a local index of table `T`.
#[doc(hidden)]
pub const fn on_local<I: LocalIndex + Index<Table = T>, T: Table>() {}

/// Checks that `I` is a native index of table `T`.
#[doc(hidden)]
pub const fn on_native<I: NativeIndex + Index<Table = T>, T: Table>() {}

/// The table's TTL attribute, for an entity that expires; a table without one refuses it at compile time.
#[doc(hidden)]
#[must_use]
pub const fn ttl_attribute(ttl: Option<&'static str>) -> &'static str {
    match ttl {
        Some(ttl) => ttl,
        None => panic!(
            "an entity with `ttl(...)` needs a table with a TTL attribute: add `ttl: ...` to its `table!`"
        ),
    }
}
