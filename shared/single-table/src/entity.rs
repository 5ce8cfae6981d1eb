//! One kind of item.

use std::marker::PhantomData;

use aws_sdk_dynamodb::types::AttributeValue;
use serde::Serialize;
use serde::de::DeserializeOwned;
use table_keys::{EntityName, KeyError};

use crate::error::Error;
use crate::key_attributes::KeyAttributes;
use crate::table::Table;
use crate::time::EpochSeconds;

/// One kind of item of a table. Derive it: see [`Entity`](derive@crate::Entity).
pub trait Entity: Serialize + DeserializeOwned + Send + Sync {
    /// The table that holds it.
    type Table: Table;
    /// What its primary key is made of.
    type Key: Key<Entity = Self>;
    /// The name that begins its partition key and stands in its `type` attribute.
    const NAME: EntityName;
    /// The name that serde gives the field with the time of expiry. It is stored as the table's TTL attribute.
    const TTL_FIELD: Option<&'static str> = None;

    /// Its primary key.
    fn key(&self) -> Self::Key;

    /// Writes the key attributes of the table and of every index it is in.
    ///
    /// # Errors
    /// When a key is empty or too long.
    fn write_keys(&self, keys: &mut KeyAttributes) -> Result<(), KeyError>;

    /// When it expires; from that second on, reads no longer find it, whether or not DynamoDB has removed it.
    fn expires(&self) -> Option<EpochSeconds> {
        None
    }
}

/// The primary key of an entity, in its components.
pub trait Key: Clone + Send + Sync {
    /// What it is the key of.
    type Entity: Entity<Key = Self>;

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

    /// Its components as attributes of their own.
    ///
    /// # Errors
    /// When a component can't be stored in DynamoDB.
    fn fields(&self) -> Result<Vec<(&'static str, AttributeValue)>, Error>;
}

/// Says of which type a value is about, without holding one.
pub(crate) type Marker<T> = PhantomData<fn() -> T>;
