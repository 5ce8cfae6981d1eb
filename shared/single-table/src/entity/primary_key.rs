//! Primary keys as the attributes of their table.

use super::{Entity, Key};
use crate::Item;
use crate::error::Error;
use crate::item;
use crate::table::Table;

/// Returns the attributes of an item's primary key.
pub(crate) fn key_item<K: Key>(key: &K) -> Result<Item, Error> {
    match <K::Entity as Entity>::Table::KEY {
        [_] => table_key::<<K::Entity as Entity>::Table>([key.partition()?]),
        _ => table_key::<<K::Entity as Entity>::Table>([key.partition()?, key.sort()?]),
    }
}

/// Returns the key attributes of a table with these texts.
pub(crate) fn table_key<T: Table>(texts: impl IntoIterator<Item = String>) -> Result<Item, Error> {
    let pairs = T::KEY.iter().zip(texts);
    pairs.map(|(key, text)| Ok((key.name.to_owned(), item::scalar_of_text(key, &text)?))).collect()
}
