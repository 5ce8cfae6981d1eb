//! Converts between a field and its attribute.

use aws_sdk_dynamodb::types::AttributeValue;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::Item;
use crate::error::Error;

/// Returns the value of a field from an item of `entity`.
#[doc(hidden)]
pub fn field<T: DeserializeOwned>(item: &Item, entity: &'static str, name: &str) -> Result<T, Error> {
    let value = item.get(name).cloned().unwrap_or(AttributeValue::Null(true));
    serde_dynamo::from_attribute_value(value).map_err(|source| Error::Decode { entity, source })
}

/// Returns the value of a field as an attribute.
#[doc(hidden)]
pub fn attribute<T: Serialize + ?Sized>(name: &'static str, value: &T) -> Result<AttributeValue, Error> {
    serde_dynamo::to_attribute_value(value).map_err(|source| Error::Encode { entity: name, source })
}

/// Returns the values of all fields, or the first error.
#[doc(hidden)]
pub fn collect<const FIELDS: usize>(
    fields: [(&'static str, Result<AttributeValue, Error>); FIELDS],
) -> Result<Vec<(&'static str, AttributeValue)>, Error> {
    fields.into_iter().map(|(name, value)| Ok((name, value?))).collect()
}
