use serde::{Deserialize, Serialize};
use single_table::{Entity, table};

table! {
    /// Tracks.
    pub struct MusicTable {
        key: (pk, sk),
        entities: [Track],
    }
}

/// A track of an album.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Track", partition(album), sort(number))]
pub struct Track {
    album: String,
    #[serde(serialize_with = "serialize_number")]
    number: u16,
}

fn serialize_number<S: serde::Serializer>(number: &u16, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u16(number + 1)
}

fn main() {}
