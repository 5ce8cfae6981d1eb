//! Backfills, alone at the table and with other writers.

mod claims;
mod failures;
mod others;
mod shape;
mod shards;

use std::collections::HashMap;
use std::num::NonZeroU16;

use serde::{Deserialize, Serialize};
use single_table::backfill::{BackfillCounts, BackfillError, BackfillProgress};
use single_table::testing::{self, Faults, Operation};
use single_table::{Backfill, Client, Entity, EpochSeconds, Item, Store, encode, table};

use claims::Account;
use shards::Play;

use crate::raw::{put, s as text};
use crate::{engine, faulty};

table! {
    /// Music.
    pub struct MusicTable {
        key: (pk, sk),
        ttl: ttl,
        global: [
            GsiOne = gsiOne (gsiOnePk, gsiOneSk),
            GsiTwo = gsiTwo (gsiTwoPk, gsiTwoSk),
        ],
        entities: [Account, Track, Open, Play],
    }
}

/// A track in its current declaration. Earlier it had neither plays nor a genre, and was in the second index.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Track", partition(album), sort(number), ttl(expires))]
#[index(on = GsiOne, view = TracksByGenre, partition(genre?), sort(album))]
struct Track {
    album: String,
    number: u16,
    #[serde(default)]
    plays: u32,
    #[serde(default, skip_serializing_if = "Option::is_none", alias = "style")]
    genre: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    expires: Option<EpochSeconds>,
}

/// An entity that takes any attribute.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Open", partition(id), sort(part))]
struct Open {
    id: String,
    part: String,
    #[serde(flatten)]
    rest: HashMap<String, String>,
}

const SEGMENTS: NonZeroU16 = NonZeroU16::new(3).unwrap();
const ONE: NonZeroU16 = NonZeroU16::new(1).unwrap();

fn track(number: u16) -> Track {
    let genre = number.is_multiple_of(2).then(|| "pop".to_owned());
    Track { album: format!("A{}", number % 5), number, plays: 0, genre, note: None, expires: None }
}

/// The track as it was stored before it had plays and index keys.
fn old(number: u16) -> Item {
    let mut item = encode(&track(number)).expect("the track is encoded");
    item.retain(|name, _| name != "plays" && !name.starts_with("gsi"));
    item
}

async fn music() -> (Client, Store<MusicTable>, String) {
    engine::table::<MusicTable>().await
}

/// A table with these tracks as they were stored before.
async fn with_old(numbers: impl IntoIterator<Item = u16>) -> (Client, Store<MusicTable>, String) {
    let (client, store, name) = music().await;
    for number in numbers {
        put(&client, &name, old(number)).await;
    }
    (client, store, name)
}

/// The same, behind faults.
async fn with_faults(numbers: impl IntoIterator<Item = u16>) -> (Client, Store<MusicTable>, Faults, String) {
    let (client, _, name) = with_old(numbers).await;
    let (store, faults) = faulty::store(&client, &name);
    (client, store, faults, name)
}

async fn stored(client: &Client, table: &str, number: u16) -> Item {
    let key = old(number).into_iter().filter(|(name, _)| name == "pk" || name == "sk").collect();
    let request = client.get_item().table_name(table).set_key(Some(key)).consistent_read(true);
    request.send().await.expect("the item is read").item.expect("there is an item")
}

/// Runs a whole backfill, in segments and small pages.
async fn run<E: Entity<Table = MusicTable>>(
    store: &Store<MusicTable>,
    backfill: Backfill<E>,
) -> Result<BackfillCounts, BackfillError> {
    store.backfill(backfill.page_size(7), BackfillProgress::new(SEGMENTS)).finish().await
}

fn updates(faults: &Faults) -> Vec<serde_json::Value> {
    let of = |request: testing::Request| (request.operation == Operation::UpdateItem).then_some(request.body);
    faults.requests().into_iter().filter_map(of).collect()
}
