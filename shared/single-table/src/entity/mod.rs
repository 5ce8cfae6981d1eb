//! One kind of item.

mod name;
pub(crate) mod primary_key;
mod record;
mod unique;
mod version;

use std::fmt;
use std::marker::PhantomData;

use aws_sdk_dynamodb::types::AttributeValue;
use serde::Serialize;
use serde::de::DeserializeOwned;
use table_keys::{EntityName, KeyError, KeyTuple, Timestamp};

use crate::Item;
use crate::error::Error;
use crate::item::KeyAttributes;
use crate::model::Model;
use crate::table::Holds;
use crate::time::EpochSeconds;

#[doc(hidden)]
pub use name::{checked_name, name_or_stand_in};
pub use record::Record;
pub(crate) use unique::constraint_key;
pub use unique::{Constraint, Taken, Unconstrained};
pub use version::Versioned;
pub(crate) use version::version_attribute;

/// One kind of item of a table. Derive it: see [`Entity`](derive@crate::Entity).
pub trait Entity: Serialize + DeserializeOwned + Send + Sync + 'static {
    /// The table that holds it.
    type Table: Holds<Self>;
    /// What its primary key is made of.
    type Key: Key<Entity = Self>;
    /// The description from which everything else follows.
    const MODEL: &'static Model;
    /// The name that the `type` attribute of its items holds.
    const NAME: EntityName = Self::MODEL.name;

    /// Its primary key.
    fn key(&self) -> Self::Key;

    /// Writes the key attributes of the table and of every index it is in.
    fn write_keys(&self, keys: &mut KeyAttributes);

    /// Gives an item the fields that it lacks and that a raw key holds.
    ///
    /// # Errors
    /// Returns an error if a raw key has another format.
    #[doc(hidden)]
    fn restore_fields(_item: &mut serde_dynamo::Item) -> Result<(), Error> {
        Ok(())
    }

    /// Writes the key attributes of the indexes whose keys follow from the primary key.
    fn write_determined_keys(_key: &Self::Key, _keys: &mut KeyAttributes) {}

    /// The records that its unique constraints have of it.
    ///
    /// # Errors
    /// When a record's key is empty or too long, or a value can't be stored in DynamoDB.
    fn records(&self) -> Result<Vec<Record>, Error> {
        Ok(Vec::new())
    }

    /// When it expires; from that second on, reads no longer find it, whether or not DynamoDB has removed it.
    fn expires(&self) -> Option<EpochSeconds> {
        None
    }
}

/// Whether an entity has not expired at `now`.
pub(crate) fn is_live<E: Entity>(entity: &E, now: Timestamp) -> bool {
    entity.expires().is_none_or(|expires| !expires.expired(now))
}

/// The primary key of an entity, in its components.
pub trait Key: Clone + fmt::Debug + Send + Sync + 'static {
    /// What it is the key of.
    type Entity: Entity<Key = Self>;
    /// The components of the partition key.
    type Partition: KeyTuple;
    /// The components of the sort key.
    type Sort: KeyTuple;

    /// The table's partition key.
    ///
    /// # Errors
    /// When it is too long.
    fn partition(&self) -> Result<String, KeyError>;

    /// The table's sort key.
    ///
    /// # Errors
    /// When it is empty or too long.
    fn sort(&self) -> Result<String, KeyError>;

    /// The key that the table's two key attributes hold, as a stream record or an index gives them.
    ///
    /// # Errors
    /// When they are not a key of this entity.
    fn parse(partition: &str, sort: &str) -> Result<Self, KeyError>;

    /// Its components as attributes of their own.
    ///
    /// # Errors
    /// When a component can't be stored in DynamoDB.
    fn fields(&self) -> Result<Vec<(&'static str, AttributeValue)>, Error>;

    /// The key whose components an item has as attributes of their own.
    ///
    /// # Errors
    /// When it lacks one, or has one of another type.
    fn from_fields(item: &Item) -> Result<Self, Error>;
}

/// Says of which type a value is about, without holding one.
pub(crate) type Marker<T> = PhantomData<fn() -> T>;
