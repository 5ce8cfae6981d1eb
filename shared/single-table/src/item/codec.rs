//! Between an entity and the item that DynamoDB keeps.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;
use serde::de::DeserializeOwned;

use super::entity_of::{is_a, name_for_error};
use super::key_attributes::KeyAttributes;
use super::native_attributes;
use super::size::check_size;
use super::value::field;
use crate::Item;
use crate::entity::Entity;
use crate::error::Error;
use crate::table::Table;
use crate::time::EpochSeconds;

/// The item of an entity: its fields, its name in `type`, and every key it has.
///
/// # Errors
/// When a key is empty or too long, a field can't be stored in DynamoDB or in a native index, or the item is larger than
/// [`MAX_ITEM_BYTES`](crate::item::MAX_ITEM_BYTES).
pub fn encode<E: Entity>(entity: &E) -> Result<Item, Error> {
    let mut keys = KeyAttributes::new();
    entity.write_keys(&mut keys);
    let mut fields = fields(entity)?;
    if E::MODEL.is_open
        && let Some(name) = own_names::<E>().find(|name| fields.contains_key(*name))
    {
        let taken = format!("a flattened field has the attribute `{name}`, which is the library's own");
        return Err(Error::Encode { entity: E::NAME.as_str(), source: serde::ser::Error::custom(taken) });
    }
    // The SDK's item has values of another type, so it is a new one in any case: with room for all that comes into it.
    let mut item = Item::with_capacity(fields.len() + keys.len() + 1);
    if let Some((field, ttl)) = ttl_names::<E>()
        && let Some(expires) = fields.remove(field)
        && !matches!(expires, serde_dynamo::AttributeValue::Null(_))
    {
        item.insert(ttl.to_owned(), expires.into());
    }
    item.extend(fields.into_iter().map(|(name, value)| (name, value.into())));
    keys.extend(&mut item).map_err(|error| error.about(E::NAME.as_str()))?;
    item.extend(type_attribute::<E>());
    native_attributes::check_item::<E::Table>(&mut item)?;
    check_size::<E>(&item)?;
    Ok(item)
}

/// The fields that serde writes. `serde_dynamo::to_item` would copy the map once more.
fn fields<E: Entity>(entity: &E) -> Result<HashMap<String, serde_dynamo::AttributeValue>, Error> {
    let encode_error = |source| Error::Encode { entity: E::NAME.as_str(), source };
    match entity.serialize(serde_dynamo::Serializer).map_err(encode_error)? {
        serde_dynamo::AttributeValue::M(fields) => Ok(fields),
        _ => Err(encode_error(serde::ser::Error::custom("serde makes no map of it"))),
    }
}

/// The entity of an item, whether it comes from the SDK or from a stream.
///
/// # Errors
/// [`Error::WrongType`] when the item is of another entity, [`Error::Decode`] when it lacks a field or a field is of
/// another type.
pub fn decode<E: Entity>(item: impl Into<serde_dynamo::Item>) -> Result<E, Error> {
    decode_part::<E, E>(item)
}

/// Decodes some or all of the fields of an item of the entity `E`.
pub(crate) fn decode_part<E: Entity, P: DeserializeOwned>(
    item: impl Into<serde_dynamo::Item>,
) -> Result<P, Error> {
    let mut item = item.into();
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
    if E::MODEL.is_open {
        for name in own_names::<E>() {
            item.remove(name);
        }
    }
    // `serde_dynamo::from_item` would copy the map once more.
    let fields = serde_dynamo::AttributeValue::M(std::mem::take(&mut *item));
    P::deserialize(serde_dynamo::Deserializer::from_attribute_value(fields))
        .map_err(|source| Error::Decode { entity: E::NAME.as_str(), source })
}

/// The attributes that the library writes: the keys of the table and of its indexes that are not native, and the type attribute.
fn own_names<E: Entity>() -> impl Iterator<Item = &'static str> {
    let joined = E::Table::INDEXES.iter().filter(|index| !index.is_native());
    let keys = joined.flat_map(|index| index.partition_key.iter().chain(index.sort_key));
    let keys = E::Table::KEY.iter().chain(keys).map(|key| key.name);
    // A raw key can be a field.
    let is_field =
        |name: &str| E::MODEL.stored_keys.iter().any(|key| key.attribute.name == name && key.is_the_field());
    E::Table::TYPE.into_iter().chain(keys).filter(move |name| !is_field(name))
}

/// The TTL field's name in serde, and in the table.
fn ttl_names<E: Entity>() -> Option<(&'static str, &'static str)> {
    E::MODEL.expiry.zip(<E::Table as Table>::TTL)
}

/// The type attribute of the items of `E`, in a table that has one.
fn type_attribute<E: Entity>() -> Option<(String, AttributeValue)> {
    <E::Table as Table>::TYPE.map(|name| (name.to_owned(), AttributeValue::S(E::NAME.as_str().to_owned())))
}

/// Returns the expiry of an item in the table of `E`; none where it has none. An error names the item as `entity`.
pub(crate) fn expires<E: Entity>(item: &Item, entity: &'static str) -> Result<Option<EpochSeconds>, Error> {
    <E::Table as Table>::TTL.map_or(Ok(None), |ttl| field(item, entity, ttl))
}
