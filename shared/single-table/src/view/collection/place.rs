//! The place of an item in an index where any entity can follow any other.

use crate::Item;
use crate::error::Error;
use crate::item::KeyAttributes;
use crate::table::{IndexKind, JoinedIndex, Table};
use crate::view::key_text;

/// The texts of the index's sort key, and of the table's partition key and sort key. In a local index the table's partition
/// key is the query's own partition, and its text here is empty.
pub type IndexPlace = (String, String, String);

/// Returns the place of an item of index `I`.
///
/// # Errors
/// Fails with [`Error::Response`] if a key attribute is missing.
pub fn read_index_place<I: JoinedIndex>(item: &Item) -> Result<IndexPlace, Error> {
    let partition = if is_local::<I>() { "" } else { key_text(item, I::Table::PARTITION_KEY)? };
    let (index_sort, sort) = (key_text(item, I::SORT_KEY)?, key_text(item, I::Table::SORT_KEY)?);
    Ok((index_sort.to_owned(), partition.to_owned(), sort.to_owned()))
}

/// Adds the key attributes of a place in index `I`, except those of the query's partition.
pub fn push_index_place<I: JoinedIndex>(place: &IndexPlace, keys: &mut KeyAttributes) {
    let (index_sort, partition, sort) = place.clone();
    keys.push(I::SORT_KEY, Ok(index_sort));
    if !is_local::<I>() {
        keys.push(I::Table::PARTITION_KEY, Ok(partition));
    }
    keys.push(I::Table::SORT_KEY, Ok(sort));
}

fn is_local<I: JoinedIndex>() -> bool {
    matches!(I::SCHEMA.kind, IndexKind::Local)
}
