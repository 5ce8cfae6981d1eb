//! Mistakes of other single-table libraries. Each test is named after the correct behaviour. Each test first shows, with its own
//! data, that the mistake would give another answer.

mod failures;
mod keys;

use serde::{Deserialize, Serialize};
use single_table::entity::Unconstrained;
use single_table::{Entity, Store, Table, Timestamp, table};

use crate::engine;
use crate::written::put_all;

table! {
    /// Albums, tracks and who plays them.
    pub struct MusicTable {
        key: (pk, sk),
        global: [GsiOne = gsiOne (gsiOnePk, gsiOneSk)],
        local: [LsiOne = lsiOne (lsiOneSk)],
        entities: [Track, TrackNote],
    }
}

/// A track of an album.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Track", partition(artist, album), sort(number))]
#[index(on = GsiOne, view = TracksByGenre, partition(genre), sort(stars))]
#[index(on = LsiOne, view = TracksByPlays, sort(plays))]
struct Track {
    artist: String,
    album: String,
    number: u16,
    genre: String,
    stars: u8,
    plays: i64,
}

/// A user's note about a track. The entity's name begins with that of another entity.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "TrackNote", partition(artist, album), sort(user, written))]
struct TrackNote {
    artist: String,
    album: String,
    user: String,
    written: Timestamp,
}

fn track(number: u16) -> Track {
    Track {
        artist: "ABBA".to_owned(),
        album: "Arrival".to_owned(),
        number,
        genre: "Pop".to_owned(),
        stars: 5,
        plays: 0,
    }
}

fn note(user: &str, written: i64) -> TrackNote {
    TrackNote {
        artist: "ABBA".to_owned(),
        album: "Arrival".to_owned(),
        user: user.to_owned(),
        written: Timestamp::from_unix_millis(written).expect("a time within the calendar"),
    }
}

async fn store<T: Table>() -> Store<T> {
    engine::table::<T>().await.1
}

async fn with<E: Unconstrained>(entities: impl IntoIterator<Item = E>) -> Store<E::Table> {
    let store = store().await;
    put_all(&store, entities).await;
    store
}

fn abba() -> (String, String) {
    ("ABBA".to_owned(), "Arrival".to_owned())
}

fn numbers(tracks: &[Track]) -> Vec<u16> {
    tracks.iter().map(|track| track.number).collect()
}
