use serde::{Deserialize, Serialize};
use single_table::{Entity, table};

table! {
    /// Tracks with the library's keys, and notes with raw ones.
    pub struct MusicItems {
        key: (pk, sk),
        entities: [Note, Track],
    }
}

/// A track.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[entity(table = MusicItems, name = "Track", partition(album), sort(number))]
pub struct Track {
    album: String,
    number: u16,
}

/// A note, whose key may be `Track#1`.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[entity(table = MusicItems, name = "Note", raw, partition("T", topic), sort(id))]
pub struct Note {
    topic: String,
    id: String,
}

fn main() {}
