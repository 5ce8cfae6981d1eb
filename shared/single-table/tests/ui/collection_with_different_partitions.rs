use serde::{Deserialize, Serialize};
use single_table::{Entity, table};

table! {
    /// Albums and tracks.
    pub struct MusicTable { key: (pk, sk), entities: [Album, Track] }
}

/// An album.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Album", collection = "Albums", partition(album), sort())]
pub struct Album {
    album: String,
}

/// A track. Its partition key has one more component.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Track", collection = "Albums", partition(album, disc), sort(number))]
pub struct Track {
    album: String,
    disc: u8,
    number: u16,
}

fn main() {}
