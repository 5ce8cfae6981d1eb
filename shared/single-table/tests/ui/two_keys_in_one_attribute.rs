use serde::{Deserialize, Serialize};
use single_table::{Entity, table};

table! {
    /// Both indexes have the sort key `lsiOneSk`.
    pub struct MusicTable {
        key: (pk, sk),
        global: [GsiOne = gsiOne (gsiOnePk, lsiOneSk)],
        local: [LsiOne = lsiOne (lsiOneSk)],
        entities: [Track],
    }
}

/// A track.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Track", partition(album), sort(number))]
#[index(on = GsiOne, view = TracksByArtist, partition(artist), sort(title))]
#[index(on = LsiOne, view = TracksByTitle, sort(title))]
pub struct Track {
    album: String,
    number: u16,
    artist: String,
    title: String,
}

fn main() {}
