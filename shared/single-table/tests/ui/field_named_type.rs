use serde::{Deserialize, Serialize};
use single_table::{Entity, table};

table! {
    /// Tracks.
    pub struct MusicTable {
        key: (pk, sk),
        ttl: ttl,
        global: [GsiOne = gsiOne (gsiOnePk, gsiOneSk)],
        local: [LsiOne = lsiOne (lsiOneSk)],
        entities: [Track],
    }
}

/// A track.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Track", partition(album), sort(number))]
pub struct Track {
    album: String,
    number: u16,
    r#type: String,
}

fn main() {}
