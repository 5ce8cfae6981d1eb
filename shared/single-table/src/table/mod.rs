//! The physical table and its indexes, as types.

mod check;
mod database;
mod declare;
mod images;
mod index;
mod layout;

pub use check::partition_names;
#[doc(hidden)]
pub use check::{check_entity, check_table, ttl_attribute};
pub use database::{Contains, Database};
pub use images::{NotShown, Presence, Shown, Streamed};
pub use index::{GlobalIndex, Index, JoinedIndex, LocalIndex, NativeIndex};
#[doc(hidden)]
pub use index::{on_global, on_local, on_native};
pub use layout::{IndexKind, IndexSchema, KeyAttribute, Scalar, StreamView};

use crate::model::Model;

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
    /// The descriptions of its entities.
    const MODELS: &'static [&'static Model];
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
