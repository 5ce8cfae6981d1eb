//! Migration on read: a current program reads, writes and backfills items of past schema versions.

mod aliases;
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

use single_table::{Client, Item, Store};

use past::LibraryV1;
use today::{Library, Track, TrackKey};

use crate::raw::{n as number, s as text};
use crate::{engine, raw};

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

/// The programs, and tracks that the program of version 1 wrote.
async fn with_past<const N: usize>(numbers: [u16; N]) -> Programs {
    let programs = programs().await;
    for number in numbers {
        programs.old.insert(&past::track(number)).await.expect("the track is new");
    }
    programs
}

/// The programs, a first track of version 1 and a second one of version 3.
async fn with_both() -> Programs {
    let programs = with_past([1]).await;
    programs.new.insert(&today::track(2)).await.expect("the track is new");
    programs
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
        raw::put(&self.client, &self.table, item).await;
    }

    async fn read(&self, number: u16) -> Option<Track> {
        self.new.get(&key(number)).await.expect("the track can be read")
    }
}

fn key(number: u16) -> TrackKey {
    TrackKey { album: "Arrival".to_owned(), number }
}

/// Returns the names of an item's attributes, sorted.
fn names(item: &Item) -> Vec<&str> {
    let mut names: Vec<&str> = item.keys().map(String::as_str).collect();
    names.sort_unstable();
    names
}
