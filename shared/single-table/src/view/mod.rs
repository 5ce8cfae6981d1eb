//! Views, the lists of items that a table and its indexes offer.

mod collection;
mod joined;
mod native;
mod raw;
mod rekey;
mod sharded;

use aws_sdk_dynamodb::types::AttributeValue;
use table_keys::{EntityName, KeyTuple, Timestamp};

use crate::Item;
use crate::entity::Entity;
use crate::error::Error;
use crate::item::{self, KeyAttributes};
use crate::table::{IndexSchema, Table};
use crate::time::EpochSeconds;

pub use collection::{CollectionView, MemberOf, Members, NamedMembers, StartOf};
#[doc(hidden)]
pub use collection::{
    IndexPlace, Indexed, PartitionedBy, check_index_member, check_index_member_types, check_member,
    check_member_types, check_raw_index_member, check_raw_member, check_shared, expires, not_in_collection,
    push_index_place, read_index_place,
};
#[doc(hidden)]
pub use joined::{
    joined_partition, own_partition_key, parse_own_partition_key, push_table_place, read_sort_place,
};
pub use native::NativeView;
pub use raw::RawView;
#[doc(hidden)]
pub use raw::raw_partition;
#[doc(hidden)]
pub use rekey::Moves;
pub use rekey::Rekey;
pub use sharded::{MOST_SHARDS, Shard, ShardedView};
#[doc(hidden)]
pub use sharded::{check_shards, shards_or_one};

/// A list of items: by the table's own key, or by an index. The derives implement it once for each key of an entity and for each
/// item collection.
pub trait View: Send + Sync + 'static {
    /// The table that stores the items.
    type Table: Table;
    /// The type of the items: an entity, or the enum of an item collection.
    type Item: Listed;
    /// The components of the partition key. A query names all of them.
    type Partition: KeyTuple + Clone + Send + Sync;
    /// The components of the keys without those of the partition, which identify a place in the list.
    type Place: KeyTuple + Clone + Send + Sync;
    /// The index that lists the items; `None` if the table itself lists them.
    const INDEX: Option<IndexSchema>;
    /// True if items of other entities are in the same partitions, so that a query has to drop these items by their `type`.
    const MIXED: bool = false;

    /// Returns the attributes of the partition key with their values.
    ///
    /// # Errors
    /// Fails with [`Error::Key`] if the key is too long.
    fn partition(partition: &Self::Partition) -> Result<Vec<(&'static str, AttributeValue)>, Error>;

    /// Adds the attributes of the exclusive start key, joined from the components of the partition and of the place.
    fn start_key(partition: &Self::Partition, place: &Self::Place, keys: &mut KeyAttributes);

    /// Returns the place of an item, or of a `LastEvaluatedKey`.
    ///
    /// # Errors
    /// Fails with [`Error::Response`] or [`Error::Key`] if the attributes are not a key of this view.
    fn place(last: &Item) -> Result<Self::Place, Error>;
}

/// An item of a view: an entity, or the enum of an item collection.
pub trait Listed: Sized + Send + Sync + 'static {
    /// The names of the entities that the item can be.
    const ENTITIES: &'static [&'static str];

    /// Decodes an item.
    ///
    /// # Errors
    /// Fails with [`Error::WrongType`] if the item is of another entity, and with [`Error::Decode`] if serde can't read it.
    fn from_item(item: Item) -> Result<Self, Error>;

    /// Returns true if an item is one of these entities. An enum with a variant for others lists every item.
    fn lists(item: &Item) -> bool;
}

/// Returns true if an item with this time of expiry has not expired at `now`.
pub(crate) fn is_live(expires: Option<EpochSeconds>, now: Timestamp) -> bool {
    expires.is_none_or(|expires| !expires.expired(now))
}

/// Returns true if an item of any kind has expired at `now`. `ttl` is the TTL attribute of its table, by which
/// DynamoDB deletes, and which conditions compare, whatever the entity declares.
pub(crate) fn has_expired(item: &Item, ttl: Option<&str>, now: Timestamp) -> bool {
    !is_live(expiry_in(item, ttl), now)
}

/// Returns the time of expiry of an item of any kind.
pub(crate) fn expiry_in(item: &Item, ttl: Option<&str>) -> Option<EpochSeconds> {
    let seconds = item.get(ttl?)?.as_n().ok()?;
    seconds.parse().ok().map(EpochSeconds::new)
}

impl<E: Entity> Listed for E {
    const ENTITIES: &'static [&'static str] = &[E::NAME.as_str()];

    fn from_item(item: Item) -> Result<Self, Error> {
        item::decode(item)
    }

    fn lists(item: &Item) -> bool {
        item::is_a::<E>(item)
    }
}

/// A view whose keys are texts, joined from components.
#[diagnostic::on_unimplemented(
    message = "the sort key of `{Self}` is not one text that is joined from components",
    note = "a native index doesn't compare tuples: use `range`, which compares one component after equal ones",
    note = "a collection without `sort(...)` has `from_member`, `to_member` and `between_members`, or query one of its entities"
)]
pub trait JoinedView: View {
    /// The components of the sort key. A condition names some or all of them, from the left.
    type Sort: KeyTuple;
    /// The attribute of the partition key.
    const PARTITION_KEY: &'static str = match Self::INDEX {
        Some(IndexSchema { partition_key: [attribute, ..], .. }) => attribute.name,
        _ => <Self::Table as Table>::PARTITION_KEY,
    };
    /// The name that begins the partition key: the entity's, or that of its item collection.
    const PREFIX: EntityName;
    /// The attribute of the sort key.
    const SORT_KEY: &'static str = match Self::INDEX {
        Some(IndexSchema { sort_key: [attribute, ..], .. }) => attribute.name,
        _ => <Self::Table as Table>::SORT_KEY,
    };
    /// The entity's name if it begins the sort key, as in an item collection without shared components.
    const MEMBER: Option<EntityName> = None;
    /// False if more components can follow those of [`Sort`](JoinedView::Sort) in the sort key. In a collection
    /// that is ordered by shared components, each entity adds components of its own.
    const SORT_IS_WHOLE: bool = true;
}

/// A view that can be read consistently: a view of the table or of a local index.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be read consistently",
    label = "this view is on a global secondary index",
    note = "DynamoDB refuses consistent reads on a global secondary index; query the table or a local index"
)]
pub trait ConsistentView: View {}

/// Returns the text of a key attribute in a `LastEvaluatedKey`.
#[doc(hidden)]
pub fn key_text<'a>(last: &'a Item, name: &'static str) -> Result<&'a str, Error> {
    match last.get(name) {
        Some(AttributeValue::S(text)) => Ok(text),
        _ => Err(Error::Response { what: format!("a last evaluated key without the text attribute {name}") }),
    }
}
