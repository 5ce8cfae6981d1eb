//! Encodes entities as items and decodes items as entities.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;

use super::entity_of::{is_a, name_for_error};
use super::key_attributes::KeyAttributes;
use super::native_attributes;
use super::own_attributes::own_names;
use super::same::same;
use super::schema_version::{SchemaVersion, schema_version};
use super::size::check_size;
use super::value::field;
use crate::Item;
use crate::entity::Entity;
use crate::entity::primary_key::key_item;
use crate::error::Error;
use crate::model::PastAttributes;
use crate::table::Table;
use crate::time::EpochSeconds;

/// Encodes an entity as an item: its fields, its name in the type attribute, and all of its keys.
///
/// # Errors
/// Returns an error if a key is empty or too long, if a field can't be stored in DynamoDB or in a native index, or if the item is
/// larger than [`MAX_ITEM_BYTES`](crate::item::MAX_ITEM_BYTES).
pub fn encode<E: Entity>(entity: &E) -> Result<Item, Error> {
    let mut keys = KeyAttributes::new();
    entity.write_keys(&mut keys);
    let mut fields = fields(entity)?;
    if E::MODEL.is_open
        && let Some(name) =
            own_names::<E>().chain(reserved_ttl::<E>()).find(|name| fields.contains_key(*name))
    {
        let taken = format!("a flattened field has the attribute `{name}`, which is the library's own");
        return Err(Error::Encode { entity: E::NAME.as_str(), source: serde::ser::Error::custom(taken) });
    }
    // The SDK's item has its own type of values, so a new map is needed, with room for all attributes.
    let mut item = Item::with_capacity(fields.len() + keys.len() + 2);
    if let Some((field, ttl)) = ttl_names::<E>()
        && let Some(expires) = fields.remove(field)
        && !matches!(expires, serde_dynamo::AttributeValue::Null(_))
    {
        item.insert(ttl.to_owned(), expires.into());
    }
    item.extend(fields.into_iter().map(|(name, value)| (name, value.into())));
    keys.extend(&mut item).map_err(|error| error.about(E::NAME.as_str()))?;
    item.extend(type_attribute::<E>());
    item.extend(version_attribute::<E>());
    native_attributes::check_item::<E::Table>(&mut item)?;
    check_size::<E>(&item)?;
    Ok(item)
}

/// Returns the fields that serde writes. `serde_dynamo::to_item` would copy the map once more.
pub(crate) fn fields<E: Entity>(entity: &E) -> Result<HashMap<String, serde_dynamo::AttributeValue>, Error> {
    let encode_error = |source| Error::Encode { entity: E::NAME.as_str(), source };
    match entity.to_value().map_err(encode_error)? {
        serde_dynamo::AttributeValue::M(fields) => Ok(fields),
        _ => Err(encode_error(serde::ser::Error::custom(
            "serde does not make a map of it: derive `Serialize` for a struct with named fields",
        ))),
    }
}

/// Decodes an item from the SDK or from a stream as an entity.
///
/// # Errors
/// [`Error::WrongType`] when the item is of another entity, [`Error::Decode`] when it lacks a field or a field is of
/// another type.
pub fn decode<E: Entity>(item: impl Into<serde_dynamo::Item>) -> Result<E, Error> {
    let item = item_of::<E>(item.into())?;
    match schema_version::<E>(&item)? {
        SchemaVersion::Current => read_fields::<E, E>(item, E::from_value),
        SchemaVersion::Past(version, past) => upgrade(version, past, item),
    }
}

/// Decodes the fields of a projection `P` of the entity `E`. An item of a past schema version must be whole.
pub(crate) fn decode_part<E: Entity, P>(
    item: impl Into<serde_dynamo::Item>,
    read: impl FnOnce(serde_dynamo::AttributeValue) -> serde_dynamo::Result<P>,
) -> Result<P, Error> {
    let item = item_of::<E>(item.into())?;
    match schema_version::<E>(&item)? {
        SchemaVersion::Current => read_fields::<E, P>(item, read),
        SchemaVersion::Past(version, past) => {
            let upgraded = encode(&upgrade::<E>(version, past, item)?)?;
            read_fields::<E, P>(item_of::<E>(upgraded.into())?, read)
        }
    }
}

/// Returns the item with every field under its name in serde, if the item is of the entity `E`.
fn item_of<E: Entity>(mut item: serde_dynamo::Item) -> Result<serde_dynamo::Item, Error> {
    if !is_a::<E>(&item) {
        let found = name_for_error::<E::Table>(&item);
        return Err(Error::WrongType { expected: E::NAME.as_str(), found });
    }
    E::restore_fields(&mut item)?;
    if let Some((field, ttl)) = ttl_names::<E>()
        && let Some(expires) = item.remove(ttl)
    {
        item.insert(field.to_owned(), expires);
    }
    Ok(item)
}

/// Reads some or all of the fields of an item in the current schema version.
fn read_fields<E: Entity, P>(
    mut item: serde_dynamo::Item,
    read: impl FnOnce(serde_dynamo::AttributeValue) -> serde_dynamo::Result<P>,
) -> Result<P, Error> {
    if E::MODEL.is_open {
        remove_own::<E>(&mut item);
    }
    // `serde_dynamo::from_item` would copy the map once more.
    let fields = serde_dynamo::AttributeValue::M(std::mem::take(&mut *item));
    read(fields).map_err(|source| Error::Decode { entity: E::NAME.as_str(), source })
}

/// Decodes an item in a past schema version, and upgrades it to the current entity.
fn upgrade<E: Entity>(version: u32, past: &PastAttributes, mut item: serde_dynamo::Item) -> Result<E, Error> {
    let failed = |source| Error::Upgrade { entity: E::NAME.as_str(), version, source };
    let stored_key = key_attributes::<E::Table>(&item);
    if past.is_open {
        remove_own::<E>(&mut item);
    }
    let entity = E::upgrade(version, item).map_err(failed)?;
    let key = key_item(&entity.key())?;
    if stored_key.iter().all(|(name, value)| key.get(name).is_some_and(|key| same(key, value))) {
        Ok(entity)
    } else {
        Err(failed("the step changes the primary key: keep the values of its components".into()))
    }
}

/// Returns the attributes of an item that are its primary key.
fn key_attributes<T: Table>(item: &serde_dynamo::Item) -> Item {
    let present =
        T::KEY.iter().filter_map(|key| Some((key.name.to_owned(), item.get(key.name)?.clone().into())));
    present.collect()
}

/// Removes the attributes that the library writes, so that no flattened field reads them.
fn remove_own<E: Entity>(item: &mut serde_dynamo::Item) {
    for name in own_names::<E>().chain(reserved_ttl::<E>()) {
        item.remove(name);
    }
}

/// Returns the table's TTL attribute, unless a field of the entity has its name.
fn reserved_ttl<E: Entity>() -> Option<&'static str> {
    <E::Table as Table>::TTL.filter(|ttl| E::MODEL.expiry != Some(ttl))
}

/// Returns the name of the TTL field in serde, and in the table.
fn ttl_names<E: Entity>() -> Option<(&'static str, &'static str)> {
    E::MODEL.expiry.zip(<E::Table as Table>::TTL)
}

/// Returns the type attribute of the items of `E`, in a table that has one.
fn type_attribute<E: Entity>() -> Option<(String, AttributeValue)> {
    <E::Table as Table>::TYPE.map(|name| (name.to_owned(), AttributeValue::S(E::NAME.as_str().to_owned())))
}

/// Returns the attribute with the current schema version of `E`, if the entity declares one.
fn version_attribute<E: Entity>() -> Option<(String, AttributeValue)> {
    E::MODEL.schema.map(|schema| (schema.attribute.to_owned(), AttributeValue::N(schema.current.to_string())))
}

/// Returns the time of expiry of an item in the table of `E`, if the item expires. An error names the item as `entity`.
pub(crate) fn expires<E: Entity>(item: &Item, entity: &'static str) -> Result<Option<EpochSeconds>, Error> {
    <E::Table as Table>::TTL.map_or(Ok(None), |ttl| field(item, entity, ttl))
}
