use serde::{Deserialize, Serialize};
use single_table::{Entity, table};

table! {
    /// Albums.
    pub struct MusicTable {
        key: (pk, sk),
        global: [GsiOne = gsiOne (gsiOnePk, gsiOneSk)],
        entities: [Album],
    }
}

/// An album.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, partition(album), sort())]
pub struct Album {
    album: String,
    artist: String,
    year: u16,
}

fn main() {}
