//! What DynamoDB charges, from its developer guide: "DynamoDB item sizes and formats", "DynamoDB read and write
//! operations" and "Provisioned throughput considerations for Global Secondary Indexes".

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;
use favorites_api::favorites::{FavoritesTable, IndexSchema, Table as _};

pub(crate) type Item = HashMap<String, AttributeValue>;

/// The bytes of an item: its attributes' names and values.
pub(crate) fn size(item: &Item) -> usize {
    item.iter().map(|(name, value)| name.len() + value_size(value)).sum()
}

fn value_size(value: &AttributeValue) -> usize {
    match value {
        AttributeValue::S(text) => text.len(),
        AttributeValue::N(number) => number_size(number),
        AttributeValue::Bool(_) | AttributeValue::Null(_) => 1,
        AttributeValue::L(elements) => {
            3 + elements.iter().map(|element| 1 + value_size(element)).sum::<usize>()
        }
        AttributeValue::M(members) => {
            3 + members.iter().map(|(name, value)| 1 + name.len() + value_size(value)).sum::<usize>()
        }
        other => panic!("no item of the service has such an attribute: {other:?}"),
    }
}

/// One byte for two significant digits, and one; zeros at either end are not significant.
fn number_size(number: &str) -> usize {
    let digits: String = number.chars().filter(char::is_ascii_digit).collect();
    digits.trim_matches('0').len().div_ceil(2) + 1 + usize::from(number.starts_with('-'))
}

/// A read is charged by 4 KB, at half the price where it need not be consistent.
pub(crate) fn read_units(bytes: usize, consistent: bool) -> f64 {
    let blocks = blocks(bytes, 4096);
    if consistent { blocks } else { blocks / 2.0 }
}

/// A change of an item: of the table, and of every index that the item is in before or after. In a transaction the
/// table's part costs twice.
pub(crate) fn write_units(old: Option<&Item>, new: Option<&Item>, transaction: bool) -> f64 {
    let sizes = [old, new].map(|item| item.map_or(0, size));
    let table = blocks(sizes[0].max(sizes[1]), 1024);
    let indexes: f64 = FavoritesTable::INDEXES.iter().map(|index| index_units(old, new, *index)).sum();
    if transaction { 2.0 * table + indexes } else { table + indexes }
}

/// A check in a transaction costs what writing the item's table part would.
pub(crate) fn check_units(item: &Item) -> f64 {
    2.0 * blocks(size(item), 1024)
}

/// Every index has all attributes, so an entry is as large as its item.
fn index_units(old: Option<&Item>, new: Option<&Item>, index: IndexSchema) -> f64 {
    let entry = |item: Option<&Item>| {
        let item = item?;
        let key = (
            text(item, index.partition_key[0].name)?.to_owned(),
            text(item, index.sort_key[0].name)?.to_owned(),
        );
        Some((key, blocks(size(item), 1024)))
    };
    match (entry(old), entry(new)) {
        (None, None) => 0.0,
        (None, Some((_, units))) | (Some((_, units)), None) => units,
        // One that moves is deleted here and written there.
        (Some((from, before)), Some((to, after))) if from != to => before + after,
        (Some((_, before)), Some((_, after))) => before.max(after),
    }
}

/// Begun blocks of `block` bytes; at least one, since no request is free.
fn blocks(bytes: usize, block: usize) -> f64 {
    f64::from(u32::try_from(bytes.div_ceil(block).max(1)).expect("an item has at most 400 KB"))
}

/// A text attribute.
pub(crate) fn text<'a>(item: &'a Item, attribute: &str) -> Option<&'a str> {
    item.get(attribute)?.as_s().ok().map(String::as_str)
}
