//! Key attributes with their names.

use aws_sdk_dynamodb::types::AttributeValue;
use table_keys::KeyError;

use super::scalar_text::scalar_of_text;
use crate::Item;
use crate::error::Error;
use crate::table::KeyAttribute;

/// The key attributes of one item, with their names.
///
/// The first error is kept until the attributes become an item. A `?` for each key in the derives' code would make every entity
/// slower to compile.
#[derive(Debug, Default)]
pub struct KeyAttributes {
    keys: Vec<(&'static str, AttributeValue)>,
    failed: Option<Error>,
}

impl KeyAttributes {
    /// Makes an empty list.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a joined key.
    pub fn push(&mut self, name: &'static str, key: Result<String, KeyError>) {
        match key {
            Ok(key) => self.push_value(name, AttributeValue::S(key)),
            Err(error) => self.fail(error),
        }
    }

    /// Adds a raw key.
    pub fn push_raw(&mut self, attribute: &KeyAttribute, key: Result<String, KeyError>) {
        match key.map_err(Error::from).and_then(|key| scalar_of_text(attribute, &key)) {
            Ok(value) => self.push_value(attribute.name, value),
            Err(error) => self.fail(error),
        }
    }

    /// Adds a key that is an attribute of the item itself.
    pub fn push_value(&mut self, name: &'static str, value: AttributeValue) {
        self.keys.push((name, value));
    }

    /// Adds the attributes of a partition key.
    pub fn push_partition(&mut self, partition: Result<Vec<(&'static str, AttributeValue)>, Error>) {
        match partition {
            Ok(keys) => self.keys.extend(keys),
            Err(error) => self.fail(error),
        }
    }

    /// Notes a key that can't be built.
    pub fn fail(&mut self, error: impl Into<Error>) {
        self.failed.get_or_insert(error.into());
    }

    pub(crate) fn len(&self) -> usize {
        self.keys.len()
    }

    /// Returns the attributes as a list, or the first error.
    pub(crate) fn into_list(self) -> Result<Vec<(&'static str, AttributeValue)>, Error> {
        self.failed.map_or(Ok(self.keys), Err)
    }

    /// Adds the attributes to an item, or returns the first error.
    pub(crate) fn extend(self, item: &mut Item) -> Result<(), Error> {
        if let Some(error) = self.failed {
            return Err(error);
        }
        item.extend(self.keys.into_iter().map(|(name, value)| (name.to_owned(), value)));
        Ok(())
    }

    /// Returns the attributes as an item, or the first error.
    pub(crate) fn into_item(self) -> Result<Item, Error> {
        let mut item = Item::with_capacity(self.len());
        self.extend(&mut item)?;
        Ok(item)
    }
}
