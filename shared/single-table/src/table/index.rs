//! The secondary indexes of a table, as types.

use super::Table;
use super::layout::IndexSchema;

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

/// An index that can be read consistently: a local one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be read consistently",
    label = "the index of this collection is a global secondary index",
    note = "DynamoDB refuses consistent reads on a global secondary index; query the table or a local index"
)]
pub trait ConsistentIndex: Index {}

/// A global secondary index with several attributes in its keys, which are the items' own (see "Multi-attribute keys
/// pattern" in the developer guide).
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a native multi-attribute index",
    note = "declare it with `native (...)` in its `table!`, or leave out `native`"
)]
pub trait NativeIndex: Index {}

/// Returns the attribute that holds the partition key of index `I`. The partition key of a local index is the table's.
#[doc(hidden)]
#[must_use]
pub const fn joined_partition_key<I: JoinedIndex>() -> &'static str {
    I::SCHEMA.partition_key[0].name
}

/// Checks that `I` is a global index of table `T`.
#[doc(hidden)]
pub const fn on_global<I: GlobalIndex + Index<Table = T>, T: Table>() {}

/// Checks that `I` is a local index of table `T`.
#[doc(hidden)]
pub const fn on_local<I: LocalIndex + Index<Table = T>, T: Table>() {}

/// Checks that `I` is a native index of table `T`.
#[doc(hidden)]
pub const fn on_native<I: NativeIndex + Index<Table = T>, T: Table>() {}
