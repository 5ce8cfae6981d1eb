//! The secondary indexes of a table, as types.

use super::Table;
use super::layout::{IndexKind, IndexSchema, KeyAttribute};

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

/// An index with at most one attribute in each of its keys, which may have any type: every index that is not native.
/// `#[index(..., raw)]` makes a view of it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't have raw keys",
    note = "it is declared as `native` in `table!`: write `native` in place of `raw`"
)]
pub trait RawIndex: Index {
    /// The type of the sort key's attribute: of [`scalar`](crate::table::scalar).
    type SortScalar;
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

/// Checks that `I` is a global index of table `T` that can have raw keys.
#[doc(hidden)]
pub const fn on_raw_global<I: RawIndex + Index<Table = T>, T: Table>() {
    assert!(
        matches!(I::SCHEMA.kind, IndexKind::Global),
        "this is a local index, which has the table's partition key: leave out `partition(...)`"
    );
}

/// Checks that `I` is a local index of table `T` that can have raw keys.
#[doc(hidden)]
pub const fn on_raw_local<I: RawIndex + Index<Table = T>, T: Table>() {
    assert!(
        matches!(I::SCHEMA.kind, IndexKind::Local),
        "this is a global index, which has a partition key of its own: add `partition(...)`"
    );
}

/// Checks that a raw view has a sort key if its index has one.
#[doc(hidden)]
pub const fn check_raw_index<I: RawIndex>(has_sort_key: bool) {
    assert!(
        (I::SCHEMA.sort_key.len() == 1) == has_sort_key,
        "a raw `sort(...)` has a literal or a component if the index has a sort key, and is empty if it has none"
    );
}

/// Returns an attribute of a key. A key without it has a stand-in, until the checks refuse the entity.
#[doc(hidden)]
#[must_use]
pub const fn key_attribute(key: &[KeyAttribute], at: usize) -> KeyAttribute {
    if at < key.len() { key[at] } else { KeyAttribute::text("") }
}
