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

/// A place is no key component.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Place(f64, f64);

/// A track.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Track", partition(album), sort(place))]
pub struct Track {
    album: String,
    place: Place,
}

fn main() {}
