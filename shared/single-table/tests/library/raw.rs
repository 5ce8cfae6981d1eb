//! Items that another program writes and reads.

use std::collections::HashMap;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::types::AttributeValue;
use single_table::Item;

pub(crate) fn s(text: &str) -> AttributeValue {
    AttributeValue::S(text.to_owned())
}

#[expect(clippy::needless_pass_by_value, reason = "the numbers are literals")]
pub(crate) fn n(number: impl ToString) -> AttributeValue {
    AttributeValue::N(number.to_string())
}

pub(crate) fn item<const LEN: usize>(attributes: [(&str, AttributeValue); LEN]) -> Item {
    attributes.map(|(name, value)| (name.to_owned(), value)).into()
}

/// Writes an item like another program, with the SDK alone.
pub(crate) async fn write<const LEN: usize>(
    client: &Client,
    table: &str,
    attributes: [(&str, AttributeValue); LEN],
) {
    put(client, table, item(attributes)).await;
}

/// Puts an item with the SDK alone.
pub(crate) async fn put(client: &Client, table: &str, item: Item) {
    client.put_item().table_name(table).set_item(Some(item)).send().await.expect("the item is put");
}

/// Returns every item of a table, as another program reads it.
pub(crate) async fn stored(client: &Client, table: &str) -> Vec<Item> {
    let scan = client.scan().table_name(table).consistent_read(true).send().await;
    scan.expect("the table is scanned").items.unwrap_or_default()
}

/// Returns the values of these attributes in every item of a table, sorted.
pub(crate) async fn keys<const LEN: usize>(
    client: &Client,
    table: &str,
    attributes: [&str; LEN],
) -> Vec<[String; LEN]> {
    let text = |item: &HashMap<String, AttributeValue>, name: &str| match item.get(name) {
        Some(AttributeValue::S(text) | AttributeValue::N(text)) => text.clone(),
        Some(other) => format!("{other:?}"),
        None => "-".to_owned(),
    };
    let items = stored(client, table).await;
    let mut keys: Vec<_> = items.iter().map(|item| attributes.map(|name| text(item, name))).collect();
    keys.sort();
    keys
}
