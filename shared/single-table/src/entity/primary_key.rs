//! Primary keys as attributes of their table.

use super::{Entity, Key};
use crate::Item;
use crate::error::Error;
use crate::item;
use crate::table::Table;

/// Returns the attributes of an item's primary key.
pub(crate) fn key_item<K: Key>(key: &K) -> Result<Item, Error> {
    let texts = match <K::Entity as Entity>::Table::KEY {
        [_] => key.partition().map(|partition| vec![partition]),
        _ => key.partition().and_then(|partition| Ok(vec![partition, key.sort()?])),
    };
    let texts = texts.map_err(|error| Error::from(error).about(K::Entity::NAME.as_str()))?;
    table_key::<<K::Entity as Entity>::Table>(texts)
}

/// Returns the key attributes of a table with these texts.
pub(crate) fn table_key<T: Table>(texts: impl IntoIterator<Item = String>) -> Result<Item, Error> {
    let pairs = T::KEY.iter().zip(texts);
    pairs.map(|(key, text)| Ok((key.name.to_owned(), item::scalar_of_text(key, &text)?))).collect()
}

/// Returns true if an item consists of the attributes of its table's primary key only.
pub(crate) fn is_key_alone<T: Table>(item: &Item) -> bool {
    item.keys().all(|name| T::KEY.iter().any(|key| key.name == name))
}
