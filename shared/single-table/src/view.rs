//! Views: an entity as the table or one of its indexes lists it.

use aws_sdk_dynamodb::types::AttributeValue;
use serde::Serialize;
use table_keys::{EntityName, KeyError, KeyTuple};

use crate::Item;
use crate::entity::Entity;
use crate::error::Error;
use crate::item;
use crate::key_attributes::KeyAttributes;
use crate::table::{IndexSchema, Table};
use crate::time::EpochSeconds;

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
pub trait Listed: Sized + Send + Sync {
    /// The entities that it can be, by name.
    const ENTITIES: &'static [&'static str];

    /// What an item is.
    ///
    /// # Errors
    /// When it is none of these entities, or not whole.
    fn from_item(item: Item) -> Result<Self, Error>;

    /// When it expires.
    fn expiry(&self) -> Option<EpochSeconds>;
}

impl<E: Entity> Listed for E {
    const ENTITIES: &'static [&'static str] = &[E::NAME.as_str()];

    fn from_item(item: Item) -> Result<Self, Error> {
        item::decode(item)
    }

    fn expiry(&self) -> Option<EpochSeconds> {
        self.expires()
    }
}

/// A view whose sort key is one text, joined from its components.
#[diagnostic::on_unimplemented(
    message = "the sort key of `{Self}` has no components to compare with",
    note = "query one entity of the collection, or ask for the collection whole; a native view has `within` and `range`"
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

/// A view whose index key can be changed by an update: nothing in it is part of another key.
#[diagnostic::on_unimplemented(
    message = "the index key of `{Self}` can't be changed by an update",
    label = "its fields are part of other keys too, or computed",
    note = "put or replace the whole item: then every key is derived anew"
)]
pub trait Rekey: View<Item: Entity> {
    /// The components that are not in the primary key.
    type Moved;

    /// Adds the fields and the index key they make. Where one is absent, the item leaves the index.
    fn moved(key: &<Self::Item as Entity>::Key, moved: &Self::Moved, moves: &mut Moves);
}

/// Changes of attributes, for an update.
#[derive(Debug, Default)]
pub struct Moves {
    pub(crate) set: Vec<(&'static str, AttributeValue)>,
    pub(crate) remove: Vec<&'static str>,
    pub(crate) failed: Option<Error>,
}

impl Moves {
    /// None yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets a field.
    pub fn field(&mut self, name: &'static str, value: &impl Serialize) {
        match item::attribute(name, value) {
            Ok(value) => self.set.push((name, value)),
            Err(error) => self.fail(error),
        }
    }

    /// Sets a joined key.
    pub fn key(&mut self, name: &'static str, key: Result<String, KeyError>) {
        match key {
            Ok(key) => self.set.push((name, AttributeValue::S(key))),
            Err(error) => self.fail(error),
        }
    }

    /// One can't be made.
    pub fn fail(&mut self, error: impl Into<Error>) {
        self.failed.get_or_insert(error.into());
    }

    /// Removes an attribute.
    pub fn remove(&mut self, name: &'static str) {
        self.remove.push(name);
    }
}

/// A field that may be absent, for a sparse index: it lists only items that have it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is never absent",
    label = "`?` marks a component of type `Option`",
    note = "leave out the `?`"
)]
pub trait Optional {
    /// What it is when it is there.
    type Value;

    /// The value, if it is there.
    fn get(&self) -> Option<&Self::Value>;
}

impl<T> Optional for Option<T> {
    type Value = T;

    fn get(&self) -> Option<&T> {
        self.as_ref()
    }
}

/// The text of a key attribute in a `LastEvaluatedKey`.
#[doc(hidden)]
pub fn key_text<'a>(last: &'a Item, name: &'static str) -> Result<&'a str, Error> {
    match last.get(name) {
        Some(AttributeValue::S(text)) => Ok(text),
        _ => Err(Error::Response { what: format!("a last evaluated key without the text attribute {name}") }),
    }
}

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
