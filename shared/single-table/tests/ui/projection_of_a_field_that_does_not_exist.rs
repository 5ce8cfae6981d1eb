use serde::{Deserialize, Serialize};
use single_table::read::Projection;
use single_table::{Entity, table};

table! {
    /// The music library.
    pub struct MusicTable {
        key: (pk, sk),
        entities: [Track],
    }
}

/// A track.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Track", partition(album), sort(number))]
pub struct Track {
    album: String,
    number: u16,
    title: String,
}

/// A part of a track.
#[derive(Debug, Deserialize, Projection)]
#[projection(of = Track)]
pub struct TrackPart {
    titel: String,
}

fn main() {}
