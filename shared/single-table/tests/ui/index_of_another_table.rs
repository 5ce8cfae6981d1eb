use serde::{Deserialize, Serialize};
use single_table::{Entity, table};

table! {
    /// Tracks.
    pub struct MusicTable { key: (pk, sk), entities: [Track] }
}

table! {
    /// Orders.
    pub struct ShopTable { key: (pk, sk), global: [GsiOne = gsiOne (gsiOnePk, gsiOneSk)], entities: [] }
}

/// A track.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Track", partition(album), sort(number))]
#[index(on = GsiOne, view = TracksByTitle, partition(title), sort(album))]
pub struct Track {
    album: String,
    number: u16,
    title: String,
}

fn main() {}
