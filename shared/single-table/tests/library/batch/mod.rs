//! Batches and transactional reads over several entities and tables.

mod many;
mod one_moment;
mod undone;

use serde::{Deserialize, Serialize};
use single_table::read::Slot;
use single_table::testing::Faults;
use single_table::{BatchWrite, Entity, EpochSeconds, KeySet, Store, Timestamp, database, table};

use crate::{engine, faulty};

table! {
    /// Albums and their tracks.
    pub struct MusicTable { key: (pk, sk), ttl: ttl, entities: [Album, Track] }
}

table! {
    /// The plays of listeners. The table's key has other names.
    pub struct PlaysTable { key: (listener, time), entities: [Play] }
}

database! {
    /// All tables of the music service.
    pub struct MusicDb { music: MusicTable, plays: PlaysTable }
}

/// An album, which may expire.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Album", partition(number), sort(), ttl(expires))]
struct Album {
    number: u16,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    expires: Option<EpochSeconds>,
}

/// A track.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Track", partition(album), sort(number))]
struct Track {
    album: u16,
    number: u16,
    title: String,
}

/// A play of a track.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = PlaysTable, name = "Play", partition(user), sort(number))]
struct Play {
    user: String,
    number: u16,
    title: String,
}

const NOW: i64 = 1_800_000_000_000;

fn album(number: u16) -> Album {
    Album { number, expires: None }
}

fn track(number: u16) -> Track {
    Track { album: 1, number, title: format!("Track {number}") }
}

fn play(number: u16) -> Play {
    Play { user: "ann".to_owned(), number, title: format!("Play {number}") }
}

fn expired(number: u16) -> Album {
    let now = Timestamp::from_unix_millis(NOW).expect("a time");
    Album { number, expires: Some(EpochSeconds::of(now)) }
}

async fn music() -> Store<MusicDb> {
    behind(&Faults::new()).await
}

/// Returns a store behind faults. The SDK tries again without a wait.
async fn behind(faults: &Faults) -> Store<MusicDb> {
    let (client, _, music) = engine::table::<MusicTable>().await;
    let plays = engine::create::<PlaysTable>(&client).await;
    let names = MusicDb { music: music.into(), plays: plays.into() };
    let now = Timestamp::from_unix_millis(NOW).expect("a time");
    Store::new(faulty::retrying(&client, faults), names).with_clock(move || now)
}

async fn written(store: &Store<MusicDb>, batch: BatchWrite<MusicDb>) {
    store.batch_write(batch).await.expect("an answer").complete().expect("all is written");
}

/// Returns a store with `each` items of each entity.
async fn full(each: u16) -> Store<MusicDb> {
    filled(music().await, each).await
}

async fn filled(store: Store<MusicDb>, each: u16) -> Store<MusicDb> {
    let batch = (0..each).fold(BatchWrite::new(), |batch, number| {
        batch.put(&album(number)).put(&track(number)).put(&play(number))
    });
    written(&store, batch).await;
    store
}

/// The slots of the keys of each entity.
struct Slots {
    albums: Vec<Slot<Album>>,
    tracks: Vec<Slot<Track>>,
    plays: Vec<Slot<Play>>,
}

fn keys(each: u16) -> (KeySet<MusicDb>, Slots) {
    let mut keys = KeySet::new();
    let mut slots = Slots { albums: Vec::new(), tracks: Vec::new(), plays: Vec::new() };
    for number in 0..each {
        slots.albums.push(keys.add(album(number).key()));
        slots.tracks.push(keys.add(track(number).key()));
        slots.plays.push(keys.add(play(number).key()));
    }
    (keys, slots)
}
