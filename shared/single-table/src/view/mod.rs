//! Views: an entity as the table or one of its indexes lists it.

mod collection;
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

#[doc(hidden)]
pub use collection::{
    check_index_member, check_member, check_raw_index_member, check_raw_member, expires, not_in_collection,
};
pub use native::NativeView;
pub use raw::RawView;
#[doc(hidden)]
pub use raw::raw_partition;
pub use rekey::Rekey;
#[doc(hidden)]
pub use rekey::{Moves, Optional};
pub use sharded::{MOST_SHARDS, Shard, ShardedView};
#[doc(hidden)]
pub use sharded::{check_shards, shards_or_one};

/// One way to list what a table holds: by the table's own key or by an index. The derives make one for each.
pub trait View: Send + Sync + 'static {
    /// The table it lists.
    type Table: Table;
    /// What it lists: an entity, or the enum of an item collection.
    type Item: Listed;
    /// The components of its partition key: a query names all of them.
    type Partition: KeyTuple + Clone + Send + Sync;
    /// The components of its sort key: a query may name a prefix of them.
    type Sort: KeyTuple;
    /// The key components that a place in the list is made of: all but those of the partition.
    type Place: KeyTuple + Clone + Send + Sync;
    /// The index, or the table itself.
    const INDEX: Option<IndexSchema>;
    /// Whether items of other entities stand among them, so that a query has to leave those out by their `type`.
    const MIXED: bool = false;

    /// The attributes of the partition key, with their values.
    ///
    /// # Errors
    /// When the key is too long.
    fn partition(partition: &Self::Partition) -> Result<Vec<(&'static str, AttributeValue)>, Error>;

    /// Adds the keys after which a query goes on: the partition's and the place's components, joined anew.
    fn start_key(partition: &Self::Partition, place: &Self::Place, keys: &mut KeyAttributes);

    /// The place that a `LastEvaluatedKey` names.
    ///
    /// # Errors
    /// When it is not a key of this view.
    fn place(last: &Item) -> Result<Self::Place, Error>;
}

/// What a view lists: an entity, or the enum of an item collection.
pub trait Listed: Sized + Send + Sync + 'static {
    /// The entities that it can be, by name.
    const ENTITIES: &'static [&'static str];

    /// What an item is.
    ///
    /// # Errors
    /// When it is none of these entities, or not whole.
    fn from_item(item: Item) -> Result<Self, Error>;

    /// Returns true if an item is one of these entities. An enum with a variant for others lists every item.
    fn lists(item: &Item) -> bool;

    /// When it expires.
    fn expiry(&self) -> Option<EpochSeconds>;
}

/// Returns true if an item with this time of expiry has not expired at `now`.
pub(crate) fn is_live(expires: Option<EpochSeconds>, now: Timestamp) -> bool {
    expires.is_none_or(|expires| !expires.expired(now))
}

/// Returns the time of expiry of an item of any kind. `ttl` is the TTL attribute of its table.
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

    fn expiry(&self) -> Option<EpochSeconds> {
        self.expires()
    }
}

/// A view whose sort key is one text, joined from its components.
#[diagnostic::on_unimplemented(
    message = "the sort key of `{Self}` is not one text that is joined from components",
    note = "a native index doesn't compare tuples: use `range`, which compares one component after equal ones",
    note = "an item collection has the sort keys of several entities: query one entity, or the whole collection"
)]
pub trait JoinedView: View {
    /// The attribute of the partition key.
    const PARTITION_KEY: &'static str;
    /// The name that begins the partition key.
    const PREFIX: EntityName;
    /// The attribute of the sort key.
    const SORT_KEY: &'static str;
    /// The entity's name, where it begins the sort key: in an item collection.
    const MEMBER: Option<EntityName>;
}

/// A view that can be read consistently: the table's own and those of local indexes.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be read consistently",
    label = "this view is on a global secondary index",
    note = "DynamoDB refuses consistent reads on a global secondary index; query the table or a local index"
)]
pub trait ConsistentView: View {}

/// The text of a key attribute in a `LastEvaluatedKey`.
#[doc(hidden)]
pub fn key_text<'a>(last: &'a Item, name: &'static str) -> Result<&'a str, Error> {
    match last.get(name) {
        Some(AttributeValue::S(text)) => Ok(text),
        _ => Err(Error::Response { what: format!("a last evaluated key without the text attribute {name}") }),
    }
}

#[doc(hidden)]
/// The partition key of a view with joined keys.
///
/// # Errors
/// When it is too long.
pub fn joined_partition<V: JoinedView>(
    partition: &V::Partition,
) -> Result<Vec<(&'static str, AttributeValue)>, Error> {
    let key = table_keys::partition_key(&V::PREFIX, partition)?;
    Ok(vec![(V::PARTITION_KEY, AttributeValue::S(key))])
}
