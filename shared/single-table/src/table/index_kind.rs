//! The kind of an index, against the `#[index(...)]` that names it.

use super::Table;
use super::index::Index;
use super::layout::{IndexKind, IndexSchema, KeyAttribute, Scalar};
use crate::const_str::Message;

/// Checks that `I` is a global index of table `T` whose keys the library can join.
///
/// # Panics
/// Panics while the crate compiles if it isn't.
#[track_caller]
pub const fn on_global<I: Index<Table = T>, T: Table>() {
    check_partitioned(&I::SCHEMA);
    check_joined(&I::SCHEMA);
}

/// Checks that `I` is a local index of table `T` whose sort key the library can join.
///
/// # Panics
/// Panics while the crate compiles if it isn't.
#[track_caller]
pub const fn on_local<I: Index<Table = T>, T: Table>() {
    check_unpartitioned(&I::SCHEMA);
    check_joined(&I::SCHEMA);
}

/// Checks that `I` is a native index of table `T`.
///
/// # Panics
/// Panics while the crate compiles if it isn't.
#[track_caller]
pub const fn on_native<I: Index<Table = T>, T: Table>() {
    if !I::SCHEMA.is_native() {
        refuse(&I::SCHEMA, "is not declared as `native` in `table!`: remove `native` from this attribute");
    }
}

/// Checks that `I` is a global index of table `T`, for a view with raw keys. A native index lacks [`RawIndex`](super::RawIndex).
///
/// # Panics
/// Panics while the crate compiles if it isn't.
#[track_caller]
pub const fn on_raw_global<I: Index<Table = T>, T: Table>() {
    check_partitioned(&I::SCHEMA);
}

/// Checks that `I` is a local index of table `T`, for a view with raw keys.
///
/// # Panics
/// Panics while the crate compiles if it isn't.
#[track_caller]
pub const fn on_raw_local<I: Index<Table = T>, T: Table>() {
    check_unpartitioned(&I::SCHEMA);
}

#[track_caller]
const fn check_partitioned(index: &IndexSchema) {
    if matches!(index.kind, IndexKind::Local) {
        refuse(index, "is a local index, which has the table's partition key: remove `partition(...)`");
    }
}

#[track_caller]
const fn check_unpartitioned(index: &IndexSchema) {
    if matches!(index.kind, IndexKind::Global) {
        refuse(
            index,
            "is a global index, which has a partition key of its own: add `partition(...)` with the fields of this key",
        );
    }
}

/// A joined key is one text.
#[track_caller]
const fn check_joined(index: &IndexSchema) {
    if index.is_native() {
        refuse(index, "is declared as `native` in `table!`: add `native` to this attribute");
    }
    if !(is_one_text(index.partition_key) && is_one_text(index.sort_key)) {
        refuse(
            index,
            "has a key that is not a text, or no sort key, so its keys can't be joined: add `raw` to this attribute",
        );
    }
}

const fn is_one_text(key: &[KeyAttribute]) -> bool {
    key.len() == 1 && key[0].scalar.is(Scalar::S)
}

#[track_caller]
const fn refuse(index: &IndexSchema, mistake: &str) -> ! {
    let refused = Message::of(&["the index `", index.name, "` ", mistake]);
    panic!("{}", refused.text());
}
