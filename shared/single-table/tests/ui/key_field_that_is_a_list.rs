use serde::{Deserialize, Serialize};
use single_table::{Entity, table};

table! {
    /// Tracks.
    pub struct MusicTable { key: (pk, sk), ttl: ttl, entities: [Track] }
}

/// A track.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Track", partition(album), sort(discs))]
pub struct Track {
    album: String,
    number: u16,
    discs: Vec<u8>,
}

fn main() {}
