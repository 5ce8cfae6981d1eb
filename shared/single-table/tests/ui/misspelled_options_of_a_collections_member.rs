use serde::{Deserialize, Serialize};
use single_table::{Collection, Entity, table};

table! {
    /// Tracks.
    pub struct MusicTable { key: (pk, sk), entities: [Track] }
}

/// A track.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Track", colection = "Albums", partiton(album), sort(number))]
pub struct Track {
    album: String,
    number: u16,
}

/// The tracks of an album.
#[derive(Debug, Collection)]
#[collection(name = "Albums", partition(album: String))]
pub enum Albums {
    Track(Track),
}

fn main() {}
