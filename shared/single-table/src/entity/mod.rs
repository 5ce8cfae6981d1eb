//! Entities: the kinds of items in a table.

mod checked;
mod name;
mod own_fields;
pub(crate) mod primary_key;
mod record;
mod refused;
mod stored;
mod unique;
mod upgrade;
mod version;

use std::fmt;
use std::marker::PhantomData;

use aws_sdk_dynamodb::types::AttributeValue;
use table_keys::{EntityName, KeyError, KeyTuple, Timestamp};

use crate::Item;
use crate::error::Error;
use crate::item::KeyAttributes;
use crate::model::Model;
use crate::table::Table;
use crate::time::EpochSeconds;

#[doc(hidden)]
pub use checked::{Checked, CheckedComponents, Choose, Proof, Unproven, check_component, typed};
#[doc(hidden)]
pub use name::{checked_name, name_or_stand_in};
#[doc(hidden)]
pub use own_fields::{ExpiryField, VersionField};
pub use record::Record;
#[doc(hidden)]
pub use refused::{RefusedKey, RefusedTable};
#[doc(hidden)]
pub use stored::Stored;
pub(crate) use unique::constraint_key;
pub use unique::{Constraint, Taken, Unconstrained, Upsertable};
#[doc(hidden)]
pub use upgrade::{UpgradeError, no_past_version};
pub use version::Versioned;
pub(crate) use version::version_attribute;

/// A kind of item in a table. Use the [derive macro](derive@crate::Entity) to implement it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an entity",
    note = "derive `single_table::Entity` for the struct, and add `#[entity(table = ..., name = \"...\", partition(...), sort(...))]`"
)]
pub trait Entity: Sized + Send + Sync + 'static {
    /// The table that stores the items.
    type Table: Table;
    /// The type of the primary key.
    type Key: Key<Entity = Self>;
    /// The description from which everything else follows.
    const MODEL: &'static Model;
    /// The name that the `type` attribute of its items holds.
    const NAME: EntityName = Self::MODEL.name;

    /// Returns the primary key.
    fn key(&self) -> Self::Key;

    /// Writes the key attributes of the table and of every index that lists the item.
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

    /// Returns the records of the unique constraints of this item.
    ///
    /// # Errors
    /// Fails if the key of a record is empty or too long, or if DynamoDB can't store a value.
    fn records(&self) -> Result<Vec<Record>, Error> {
        Ok(Vec::new())
    }

    /// Returns the value that serde makes of the entity.
    ///
    /// # Errors
    /// Fails with serde's error if a field can't be stored in DynamoDB.
    #[doc(hidden)]
    fn to_value(&self) -> serde_dynamo::Result<serde_dynamo::AttributeValue>;

    /// Returns the entity that serde makes of a value.
    ///
    /// # Errors
    /// Fails with serde's error if the value lacks a field, or a field has another type.
    #[doc(hidden)]
    fn from_value(value: serde_dynamo::AttributeValue) -> serde_dynamo::Result<Self>;

    /// Decodes an item in a past schema version, and upgrades it to the current entity.
    ///
    /// # Errors
    /// Returns an error if the item is not a whole item of that version, or if a step fails.
    #[doc(hidden)]
    fn upgrade(version: u32, _item: serde_dynamo::Item) -> Result<Self, UpgradeError> {
        Err(no_past_version(version))
    }

    /// Returns the second of expiry. Reads do not return the item from that second on, even if DynamoDB has not deleted it yet.
    fn expires(&self) -> Option<EpochSeconds> {
        None
    }
}

/// Returns true if an entity has not expired at `now`.
pub(crate) fn is_live<E: Entity>(entity: &E, now: Timestamp) -> bool {
    entity.expires().is_none_or(|expires| !expires.expired(now))
}

/// The primary key of an entity, in its components.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the primary key of an entity",
    note = "the derive makes the key type, such as `TrackKey`; the key of an entity at hand is `track.key()`"
)]
pub trait Key: Clone + fmt::Debug + Send + Sync + 'static {
    /// The entity that the key identifies.
    type Entity: Entity<Key = Self>;
    /// The components of the partition key.
    type Partition: KeyTuple;
    /// The components of the sort key.
    type Sort: KeyTuple;

    /// Returns the partition key of the table.
    ///
    /// # Errors
    /// Fails if the key is too long.
    fn partition(&self) -> Result<String, KeyError>;

    /// Returns the sort key of the table.
    ///
    /// # Errors
    /// Fails if the key is empty or too long.
    fn sort(&self) -> Result<String, KeyError>;

    /// Parses the key from the values of the table's key attributes, such as those of a stream record or an index.
    ///
    /// # Errors
    /// Fails if the values are not a key of this entity.
    fn parse(partition: &str, sort: &str) -> Result<Self, KeyError>;

    /// Returns the components as attributes of their own.
    ///
    /// # Errors
    /// Fails if DynamoDB can't store a component.
    fn fields(&self) -> Result<Vec<(&'static str, AttributeValue)>, Error>;

    /// Reads the key from the attributes that hold its components in an item.
    ///
    /// # Errors
    /// Fails if the item lacks a component or has a component of another type.
    fn from_fields(item: &Item) -> Result<Self, Error>;
}

/// An entity. The derives of enums name the types of the variants through this trait, so the compiler reports
/// a type that isn't an entity once, with this message.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an entity",
    label = "each variant holds an entity",
    note = "derive `single_table::Entity` for the struct, and add `#[entity(table = ..., name = \"...\", \
            partition(...), sort(...))]`"
)]
#[doc(hidden)]
pub trait IsEntity {
    /// The entity.
    type Itself: Entity;
}

#[diagnostic::do_not_recommend]
impl<E: Entity> IsEntity for E {
    type Itself = E;
}

/// Ties a value to a type without storing a value of that type.
pub(crate) type Marker<T> = PhantomData<fn() -> T>;
