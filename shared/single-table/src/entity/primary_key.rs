//! Primary keys as the attributes of their table.

use aws_sdk_dynamodb::types::AttributeValue;

use super::{Entity, Key};
use crate::Item;
use crate::error::Error;
use crate::table::Table;

/// Returns the attributes of an item's primary key.
pub(crate) fn key_item<K: Key>(key: &K) -> Result<Item, Error> {
    let keys = key.partition().and_then(|partition| Ok((partition, key.sort()?)));
    let (partition, sort) = keys.map_err(|error| Error::from(error).about(K::Entity::NAME.as_str()))?;
    Ok(table_key::<<K::Entity as Entity>::Table>(partition, sort))
}

/// Returns the two key attributes of a table.
pub(crate) fn table_key<T: Table>(partition: String, sort: String) -> Item {
    Item::from([
        (T::PARTITION_KEY.to_owned(), AttributeValue::S(partition)),
        (T::SORT_KEY.to_owned(), AttributeValue::S(sort)),
    ])
}

/// Returns true if an item has no attributes but those of its table's primary key.
pub(crate) fn is_key_alone<T: Table>(item: &Item) -> bool {
    item.keys().all(|name| [T::PARTITION_KEY, T::SORT_KEY].contains(&name.as_str()))
}
