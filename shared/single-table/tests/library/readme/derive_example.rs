use serde::{Deserialize, Serialize};
use single_table::{Entity, table};

table! {
    /// The table of a music library.
    struct MusicTable {
        key: (pk, sk),
        global: [GsiOne = gsiOne (gsiOnePk, gsiOneSk)],
        entities: [Track],
    }
}

/// A track of an album.
#[derive(Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Track", partition(album), sort(number))]
#[index(on = GsiOne, view = TracksByArtist, partition(artist), sort(title))]
struct Track {
    album: String,
    number: u16,
    artist: String,
    title: String,
}
