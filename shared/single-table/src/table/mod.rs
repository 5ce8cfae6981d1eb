//! The physical table and its indexes, as types.

mod attribute_names;
mod check;
mod database;
mod declare;
mod declare_attribute;
mod declare_index;
mod entity_list;
mod held;
mod images;
mod index;
mod index_kind;
mod joined_key;
mod layout;
mod naming;

use attribute_names::AttributeNames;
pub use check::partition_names;
#[doc(hidden)]
pub use check::{TableAttributes, check_entity, check_table, ttl_attribute};
pub use database::{Contains, Database};
pub use entity_list::ListsEntities;
#[doc(hidden)]
pub use held::{holds_all, holds_projection};
pub use images::{NotShown, Presence, Shown, Streamed};
pub use index::{ConsistentIndex, Index, RawIndex};
#[doc(hidden)]
pub use index::{check_raw_index, key_attribute};
#[doc(hidden)]
pub use index_kind::{on_global, on_local, on_native, on_raw_global, on_raw_local};
pub use layout::{IndexKind, IndexProjection, IndexSchema, KeyAttribute, Scalar, StreamView, scalar};

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
    /// The type of the sort key's attribute, one of [`scalar`].
    type SortScalar;
    /// The attribute that holds the name of an item's entity. In a table without such an attribute, the keys tell the
    /// entities apart.
    const TYPE: Option<&'static str>;
    /// The TTL attribute, in epoch seconds.
    const TTL: Option<&'static str>;
    /// The view of the table's stream, if the table has a stream.
    const STREAM: Option<StreamView>;
    /// The secondary indexes of the table.
    const INDEXES: &'static [IndexSchema];
    /// The descriptions of the table's entities.
    const MODELS: &'static [&'static Model];
    /// The attributes that the library writes or that are keys, for the checks.
    #[doc(hidden)]
    const ATTRIBUTES: TableAttributes = TableAttributes::of(Self::KEY, Self::INDEXES, Self::TYPE, Self::TTL);
}

/// A table with a type attribute. [`table!`](crate::table!) implements it for a table without
/// `type_attribute: none`.
#[diagnostic::on_unimplemented(
    message = "`only` and `filter_member` compare the type attribute, which `{Self}` doesn't have",
    label = "this table has `type_attribute: none`",
    note = "read all items and choose among them, or query the view of one entity"
)]
pub trait TypeAttribute: Table {
    /// The attribute that holds the name of an item's entity: the value of [`Table::TYPE`].
    const TYPE_ATTRIBUTE: &'static str;
}
