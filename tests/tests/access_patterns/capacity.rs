//! The capacity units that DynamoDB charges, from its developer guide: "DynamoDB item sizes and formats", "DynamoDB
//! read and write operations" and "Provisioned throughput considerations for Global Secondary Indexes".

use favorites_api::favorites::{FavoritesTable, IndexSchema, Table as _};
use single_table::capacity::Reading;
use single_table::item::item_size;

pub(crate) use single_table::Item;

/// Returns the read units for this number of bytes.
pub(crate) fn read_units(bytes: usize, consistent: bool) -> f64 {
    single_table::capacity::read_units(
        bytes,
        if consistent { Reading::Consistent } else { Reading::Eventual },
    )
}

/// Returns the write units of a change of an item, in the table and in every index that contains the item before or
/// after the change. In a transaction, the table's part costs twice as much.
pub(crate) fn write_units(old: Option<&Item>, new: Option<&Item>, transaction: bool) -> f64 {
    let sizes = [old, new].map(|item| item.map_or(0, item_size));
    let table = units(sizes[0].max(sizes[1]));
    let indexes: f64 = FavoritesTable::INDEXES.iter().map(|index| index_units(old, new, *index)).sum();
    if transaction { 2.0 * table + indexes } else { table + indexes }
}

/// Returns the write units of a check in a transaction, which costs as much as a write of the item to the table, also if
/// there is no such item.
pub(crate) fn check_units(item: Option<&Item>) -> f64 {
    2.0 * units(item.map_or(0, item_size))
}

/// Returns the write units of a change in an index. Every index projects all attributes, so an entry is as large as its
/// item.
fn index_units(old: Option<&Item>, new: Option<&Item>, index: IndexSchema) -> f64 {
    let entry = |item: Option<&Item>| {
        let item = item?;
        let key = (
            text(item, index.partition_key[0].name)?.to_owned(),
            text(item, index.sort_key[0].name)?.to_owned(),
        );
        Some((key, units(item_size(item))))
    };
    match (entry(old), entry(new)) {
        (None, None) => 0.0,
        (None, Some((_, units))) | (Some((_, units)), None) => units,
        // If the entry moves, it is deleted at one place and written at another.
        (Some((from, before)), Some((to, after))) if from != to => before + after,
        (Some((_, before)), Some((_, after))) => before.max(after),
    }
}

/// Returns the write units of an item of this size.
fn units(bytes: usize) -> f64 {
    let units = single_table::capacity::write_units(bytes);
    f64::from(u32::try_from(units).expect("an item has at most 400 KB"))
}

/// Returns a text attribute.
pub(crate) fn text<'a>(item: &'a Item, attribute: &str) -> Option<&'a str> {
    item.get(attribute)?.as_s().ok().map(String::as_str)
}
