//! The physical table and its indexes, as types.

mod check;
mod database;
mod declare;
mod images;
mod index;
mod joined_key;
mod layout;
mod naming;

pub use check::partition_names;
#[doc(hidden)]
pub use check::{check_entity, check_table, ttl_attribute};
pub use database::{Contains, Database};
pub use images::{NotShown, Presence, Shown, Streamed};
pub use index::{ConsistentIndex, GlobalIndex, Index, JoinedIndex, LocalIndex, NativeIndex, RawIndex};
#[doc(hidden)]
pub use index::{
    check_raw_index, key_attribute, on_global, on_local, on_native, on_raw_global, on_raw_local,
};
pub use layout::{IndexKind, IndexSchema, KeyAttribute, Scalar, StreamView, scalar};

use crate::model::Model;
use joined_key::joined_sort_key;

/// A physical table. [`table!`](crate::table!) declares it.
pub trait Table: Send + Sync + 'static {
    /// The attributes of the primary key: the partition key, and the sort key of a table that has one.
    const KEY: &'static [KeyAttribute];
    /// The attribute of the partition key.
    const PARTITION_KEY: &'static str = Self::KEY[0].name;
    /// The attribute of the sort key, for entities whose keys the library joins. Such an entity does not compile in a table
    /// without a sort key, or with keys that are not texts.
    const SORT_KEY: &'static str = joined_sort_key(Self::KEY);
    /// The type of the sort key's attribute: of [`scalar`].
    type SortScalar;
    /// The attribute that holds the name of an item's entity. In a table without such an attribute, the keys tell the
    /// entities apart.
    const TYPE: Option<&'static str>;
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
