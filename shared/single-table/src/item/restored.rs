//! Fields that an item stores only in a raw key.

use serde::Serialize;

use super::scalar_text::Attributes as _;
use crate::entity::{Entity, Key};
use crate::error::Error;
use crate::table::{KeyAttribute, Table};

/// Returns the text of a raw key if the item lacks one of the fields in it.
#[must_use]
pub fn raw_text(item: &serde_dynamo::Item, key: &KeyAttribute, fields: &[&str]) -> Option<String> {
    let is_whole = fields.iter().all(|field| item.contains_key(*field));
    if is_whole { None } else { item.key_text(key).map(Into::into) }
}

/// Checks that an item's primary key is a key of its entity.
///
/// # Errors
/// Returns the error of [`Key::parse`].
pub fn check_key<E: Entity>(item: &serde_dynamo::Item) -> Result<(), Error> {
    let texts = E::Table::KEY.iter().map(|key| item.key_text(key).unwrap_or_default());
    let texts: Vec<_> = texts.collect();
    let text = |at: usize| texts.get(at).map_or("", AsRef::as_ref);
    E::Key::parse(text(0), text(1))?;
    Ok(())
}

/// Adds a field to an item that lacks it.
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
