use serde::{Deserialize, Serialize};
use single_table::{Entity, Update, table};

table! {
    /// Tracks.
    pub struct MusicTable {
        key: (pk, sk),
        entities: [Track],
    }
}

mod minutes {
    use serde::{Deserialize, Deserializer, Serializer};

    pub fn serialize<S: Serializer>(seconds: &u32, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u32(seconds / 60)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
        Ok(u32::deserialize(deserializer)? * 60)
    }
}

/// A track of an album.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Track", partition(album), sort(number))]
pub struct Track {
    album: String,
    number: u16,
    #[serde(with = "minutes")]
    seconds: u32,
}

fn main() {
    let key = TrackKey { album: "Arrival".to_owned(), number: 2 };
    let _ = Update::new(key).set(Track::SECONDS, 231);
}
