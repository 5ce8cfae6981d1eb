//! The secondary indexes of a table, as types.

use super::Table;
use super::layout::{IndexSchema, KeyAttribute};

/// A secondary index of a table, as a type.
pub trait Index: 'static {
    /// The table of the index.
    type Table: Table;
    /// The name and the attributes of the index.
    const SCHEMA: IndexSchema;
    /// The first attribute of the partition key. The derive's code names it often, and a constant is compiled once.
    #[doc(hidden)]
    const PARTITION_KEY: KeyAttribute = key_attribute(Self::SCHEMA.partition_key, 0);
    /// The first attribute of the sort key, or a stand-in if the index has none.
    #[doc(hidden)]
    const SORT_KEY: KeyAttribute = key_attribute(Self::SCHEMA.sort_key, 0);
}

/// An index that can be read consistently, which is a local one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be read consistently",
    label = "the index of this collection is a global secondary index",
    note = "DynamoDB refuses consistent reads on a global secondary index; query the table or a local index"
)]
pub trait ConsistentIndex: Index {}

/// An index with at most one attribute in each of its keys, which may have any type: every index that is not native.
/// `#[index(..., raw)]` makes a view of it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't have raw keys",
    note = "it is declared as `native` in `table!`: write `native` in place of `raw`"
)]
pub trait RawIndex: Index {
    /// The type of the sort key's attribute, one of [`scalar`](crate::table::scalar).
    type SortScalar;
}

/// Checks that a raw view has a sort key if its index has one.
#[doc(hidden)]
pub const fn check_raw_index<I: Index>(has_sort_key: bool) {
    assert!(
        I::SCHEMA.is_native() || (I::SCHEMA.sort_key.len() == 1) == has_sort_key,
        "a raw `sort(...)` has a literal or a component if the index has a sort key, and is empty if it has none"
    );
}

/// Returns an attribute of a key. A key without that attribute has a stand-in until the checks refuse the entity.
#[doc(hidden)]
#[must_use]
pub const fn key_attribute(key: &[KeyAttribute], at: usize) -> KeyAttribute {
    if at < key.len() { key[at] } else { KeyAttribute::text("") }
}
