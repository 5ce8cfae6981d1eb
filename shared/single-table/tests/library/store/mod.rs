//! The library on a DynamoDB engine.

mod failures;
mod queries;
mod transactions;
mod units;
mod writes;

use serde::{Deserialize, Serialize};
use single_table::{Entity, EpochSeconds, Store, table};

use crate::engine;
use crate::written::put_all;

table! {
    /// Albums and their tracks.
    pub struct MusicTable {
        key: (pk, sk),
        ttl: ttl,
        global: [GsiOne = gsiOne (gsiOnePk, gsiOneSk)],
        local: [LsiOne = lsiOne (lsiOneSk)],
        entities: [Track, TrackCount],
    }
}

/// A track of an album.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[serde(rename_all = "camelCase")]
#[entity(table = MusicTable, name = "Track", partition(album_id), sort(number), ttl(expires))]
#[index(on = GsiOne, view = TracksByArtist, partition(artist), sort(year, title))]
#[index(on = LsiOne, view = TracksByPlays, sort(play_count))]
struct Track {
    album_id: String,
    number: u16,
    artist: String,
    year: u16,
    title: String,
    play_count: u32,
    #[serde(default)]
    stars: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    expires: Option<EpochSeconds>,
}

/// The number of tracks in an album.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[serde(rename_all = "camelCase")]
#[entity(table = MusicTable, name = "TrackCount", partition(album_id), sort())]
struct TrackCount {
    album_id: String,
    #[serde(default)]
    tracks: u64,
}

fn track(album: &str, number: u16) -> Track {
    Track {
        album_id: album.to_owned(),
        number,
        artist: "ABBA".to_owned(),
        year: 1970 + number,
        title: format!("Track #{number}"),
        play_count: 1_000 - u32::from(number),
        stars: 0,
        note: None,
        expires: None,
    }
}

async fn music(tracks: u16) -> Store<MusicTable> {
    let (_, store, _) = engine::table::<MusicTable>().await;
    put_all(&store, (1..=tracks).map(|number| track("Arrival", number))).await;
    store
}

fn numbers(tracks: &[Track]) -> Vec<u16> {
    tracks.iter().map(|track| track.number).collect()
}
