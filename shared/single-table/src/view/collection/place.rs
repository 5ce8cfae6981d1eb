//! The place of an item in an index where any entity can follow any other.

use crate::Item;
use crate::error::Error;
use crate::item::KeyAttributes;
use crate::item::native_attributes::{push_rest, rest_text};
use crate::table::{Index, IndexKind, KeyAttribute, Table};

/// The texts of the index's sort key, and of the table's partition key and sort key. A key that the table or the index does not
/// have is an empty text. In a local index the table's partition key is the same as the query's partition, so its text is empty
/// too.
pub type IndexPlace = (String, String, String);

/// Returns the place of an item of index `I`.
///
/// # Errors
/// Fails with [`Error::Response`] if a key attribute is missing.
pub fn read_index_place<I: Index>(item: &Item) -> Result<IndexPlace, Error> {
    let [index_sort, partition, sort] = attributes::<I>();
    Ok((rest_text(item, index_sort)?, rest_text(item, partition)?, rest_text(item, sort)?))
}

/// Adds the key attributes of a place in index `I`, except those of the query's partition.
pub fn push_index_place<I: Index>((index_sort, partition, sort): &IndexPlace, keys: &mut KeyAttributes) {
    for (attribute, text) in attributes::<I>().into_iter().zip([index_sort, partition, sort]) {
        push_rest(keys, attribute, text);
    }
}

/// Returns the key attributes in a place: the index's sort key, and the table's partition key and sort key.
fn attributes<I: Index>() -> [Option<&'static KeyAttribute>; 3] {
    let is_local = matches!(I::SCHEMA.kind, IndexKind::Local);
    let partition = I::Table::KEY.first().filter(|_| !is_local);
    [I::SCHEMA.sort_key.first(), partition, I::Table::KEY.get(1)]
}
