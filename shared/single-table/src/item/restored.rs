//! Fields that an item holds in a raw key and nowhere else.

use serde::Serialize;

use super::scalar_text::Attributes as _;
use crate::error::Error;
use crate::table::KeyAttribute;

/// Returns the text of a raw key if the item lacks one of the fields in it.
#[must_use]
pub fn raw_text(item: &serde_dynamo::Item, key: &KeyAttribute, fields: &[&str]) -> Option<String> {
    let is_whole = fields.iter().all(|field| item.contains_key(*field));
    if is_whole { None } else { item.key_text(key).map(Into::into) }
}

/// Gives the item a field, unless it has the field.
///
/// # Errors
/// Returns an error for a value that can't be stored in DynamoDB.
pub fn restore<T: Serialize>(
    item: &mut serde_dynamo::Item,
    field: &'static str,
    value: &T,
) -> Result<(), Error> {
    if !item.contains_key(field) {
        let value = serde_dynamo::to_attribute_value(value);
        let value = value.map_err(|source| Error::Encode { entity: field, source })?;
        item.insert(field.to_owned(), value);
    }
    Ok(())
}
