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

/// An album, or what stands in for one.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Album", partition(album), sort())]
pub enum Album {
    Vinyl { album: String },
    File { album: String },
}

fn main() {}
