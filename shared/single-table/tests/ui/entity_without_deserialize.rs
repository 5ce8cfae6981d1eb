use serde::Serialize;
use single_table::{Entity, table};

table! {
    /// Tracks.
    pub struct MusicTable { key: (pk, sk), entities: [Track] }
}

/// A track.
#[derive(Debug, Clone, Serialize, Entity)]
#[entity(table = MusicTable, name = "Track", partition(album), sort(number))]
pub struct Track {
    album: String,
    number: u16,
}

fn main() {}
