use serde::{Deserialize, Serialize};
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
#[schema(attribute = "schemaVersion", version = 2, past(TrackV1))]
pub struct Track {
    album: String,
    number: u16,
    seconds: u32,
}

/// Version 1 of a track.
#[derive(Deserialize)]
pub struct TrackV1 {
    album: String,
    number: u16,
    minutes: u32,
}

impl From<TrackV1> for Track {
    fn from(past: TrackV1) -> Self {
        Self { album: past.album, number: past.number, seconds: past.minutes * 60 }
    }
}

fn main() {}
