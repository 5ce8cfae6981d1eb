use serde::{Deserialize, Serialize};
use single_table::{Entity, table};

table! {
    /// Tracks.
    pub struct MusicTable {
        key: (pk, sk),
        global: [GsiOne = gsiOne (gsiOnePk, gsiOneSk), GsiTwo = gsiTwo (gsiTwoPk, gsiTwoSk)],
        entities: [Track],
    }
}

/// A track.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Track", partition(album), sort(number))]
#[index(on = GsiOne, view = TracksByArtist, partition(artist), sort(title))]
#[index(on = GsiTwo, view = TracksByArtist, partition(title), sort(artist))]
pub struct Track {
    album: String,
    number: u16,
    artist: String,
    title: String,
}

fn main() {
    let _ = TracksByArtist::query("ABBA".to_owned());
}
