//! Primary keys as the attributes of their table.

use aws_sdk_dynamodb::types::AttributeValue;

use super::{Entity, Key};
use crate::Item;
use crate::error::Error;
use crate::table::Table;

/// Returns the attributes of an item's primary key.
pub(crate) fn key_item<K: Key>(key: &K) -> Result<Item, Error> {
    Ok(table_key::<<K::Entity as Entity>::Table>(key.partition()?, key.sort()?))
}

/// Returns the two key attributes of a table.
pub(crate) fn table_key<T: Table>(partition: String, sort: String) -> Item {
    Item::from([
        (T::PARTITION_KEY.to_owned(), AttributeValue::S(partition)),
        (T::SORT_KEY.to_owned(), AttributeValue::S(sort)),
    ])
}
