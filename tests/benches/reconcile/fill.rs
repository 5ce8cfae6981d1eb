//! Writing items in batches.

use std::collections::HashMap;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::types::{PutRequest, WriteRequest};
use favorites_tests::Service;
use futures::{StreamExt as _, stream};
use single_table::{Entity, Item, encode};

/// The most items of a batch ("`BatchWriteItem`" in the API reference).
const BATCH: usize = 25;

/// The number of batches that are under way at once.
const AT_ONCE: usize = 4;

/// Returns the item of an entity.
pub(crate) fn item(entity: &impl Entity) -> Item {
    encode(entity).expect("what is made up can be stored")
}

/// Puts items.
pub(crate) async fn put(service: &Service, items: impl Iterator<Item = Item>) {
    let client = service.dynamodb();
    let mut items = items.peekable();
    let batches = std::iter::from_fn(|| {
        items.peek()?;
        Some(items.by_ref().take(BATCH).collect::<Vec<_>>())
    });
    let puts = stream::iter(batches).map(|batch| put_batch(&client, service.table_name(), batch));
    puts.buffer_unordered(AT_ONCE).collect::<()>().await;
}

async fn put_batch(client: &Client, table: &str, items: Vec<Item>) {
    let put = |item| PutRequest::builder().set_item(Some(item)).build().expect("it has an item");
    let requests = items.into_iter().map(|item| WriteRequest::builder().put_request(put(item)).build());
    let request = client.batch_write_item().request_items(table, requests.collect());
    let left = request.send().await.expect("the engine takes the batch").unprocessed_items;
    assert_eq!(left.unwrap_or_default(), HashMap::new(), "the engine takes all of the batch");
}
