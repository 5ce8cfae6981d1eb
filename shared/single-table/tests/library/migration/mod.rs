//! Migration on read: a current program reads, writes and backfills items of past schema versions.

mod backfills;
mod failures;
mod past;
mod reads;
mod today;
mod together;
mod tokens;
mod transactions;
mod updates;
mod upserts;

use aws_sdk_dynamodb::types::AttributeValue;
use single_table::{Client, Item, Store};

use past::LibraryV1;
use today::{Library, Track, TrackKey};

use crate::engine;

/// A table that the programs of version 1 and version 3 use.
struct Programs {
    client: Client,
    table: String,
    old: Store<LibraryV1>,
    new: Store<Library>,
}

async fn programs() -> Programs {
    let (client, new, table) = engine::table::<Library>().await;
    let old = Store::new(client.clone(), table.clone());
    Programs { client, table, old, new }
}

impl Programs {
    /// Returns the stored item of a track.
    async fn stored(&self, number: u16) -> Option<Item> {
        let key = single_table::encode(&past::track(number)).expect("the track is encoded");
        let key = key.into_iter().filter(|(name, _)| name == "pk" || name == "sk").collect();
        let request = self.client.get_item().table_name(&self.table).set_key(Some(key)).consistent_read(true);
        request.send().await.expect("the engine answers").item
    }

    /// Overwrites the stored item with the SDK alone, without the library's rules.
    async fn overwrite(&self, item: Item) {
        let request = self.client.put_item().table_name(&self.table).set_item(Some(item));
        request.send().await.expect("the engine answers");
    }

    async fn read(&self, number: u16) -> Option<Track> {
        self.new.get(&key(number)).await.expect("the track can be read")
    }
}

fn key(number: u16) -> TrackKey {
    TrackKey { album: "Arrival".to_owned(), number }
}

fn text(text: &str) -> AttributeValue {
    AttributeValue::S(text.to_owned())
}

fn number(number: u32) -> AttributeValue {
    AttributeValue::N(number.to_string())
}

/// Returns the names of an item's attributes, sorted.
fn names(item: &Item) -> Vec<&str> {
    let mut names: Vec<&str> = item.keys().map(String::as_str).collect();
    names.sort_unstable();
    names
}
