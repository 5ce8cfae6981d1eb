//! The keys of views with joined keys. The derive's code calls these functions instead of repeating them for each view, which saves
//! the compiler time.

use aws_sdk_dynamodb::types::AttributeValue;
use table_keys::{
    EncodeTuple, KeyError, KeyTuple, named_sort_key, parse_named_sort_key, parse_partition_key,
    parse_sort_key, partition_key, sort_key,
};

use super::{JoinedView, key_text};
use crate::Item;
use crate::entity::Entity;
use crate::error::Error;
use crate::item::KeyAttributes;

/// Returns a partition key that begins with the name of the entity.
///
/// # Errors
/// Fails with [`KeyError`] as [`partition_key`] does.
pub fn own_partition_key<E: Entity, T: EncodeTuple>(components: &T) -> Result<String, KeyError> {
    partition_key(&E::NAME, components)
}

/// Reads the components back from a partition key that begins with the name of the entity.
///
/// # Errors
/// Fails with [`KeyError`] as [`parse_partition_key`] does.
pub fn parse_own_partition_key<E: Entity, T: KeyTuple>(key: &str) -> Result<T, KeyError> {
    parse_partition_key(&E::NAME, key)
}

/// Returns the partition key of a view with joined keys.
///
/// # Errors
/// Fails with [`Error::Key`] if the key is too long.
pub fn joined_partition<V: JoinedView>(
    partition: &V::Partition,
) -> Result<Vec<(&'static str, AttributeValue)>, Error> {
    let key = partition_key(&V::PREFIX, partition)?;
    Ok(vec![(V::PARTITION_KEY, AttributeValue::S(key))])
}

/// Adds the keys of an item in a view of the table.
pub fn push_table_place<V: JoinedView>(partition: &V::Partition, sort: &V::Sort, keys: &mut KeyAttributes) {
    keys.push(V::PARTITION_KEY, partition_key(&V::PREFIX, partition));
    let sort = match &V::MEMBER {
        Some(name) => named_sort_key(name, sort),
        None => sort_key(sort),
    };
    keys.push(V::SORT_KEY, sort);
}

/// Reads the components of the sort key from the keys of an item, in a view whose places consist of these components.
///
/// # Errors
/// Fails with [`Error::Response`] if the item lacks the key, and with [`Error::Key`] if the key is not one of the view.
pub fn read_sort_place<V: JoinedView>(last: &Item) -> Result<V::Sort, Error> {
    let text = key_text(last, V::SORT_KEY)?;
    Ok(match &V::MEMBER {
        Some(name) => parse_named_sort_key(name, text)?,
        None => parse_sort_key(text)?,
    })
}
