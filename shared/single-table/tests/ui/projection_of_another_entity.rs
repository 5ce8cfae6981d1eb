use serde::{Deserialize, Serialize};
use single_table::read::Projection;
use single_table::{Entity, table};

table! {
    /// The music library.
    pub struct MusicTable {
        key: (pk, sk),
        entities: [Album, Track],
    }
}

/// An album.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Album", partition(album), sort())]
pub struct Album {
    album: String,
    title: String,
}

/// A track.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Track", partition(album), sort(number))]
pub struct Track {
    album: String,
    number: u16,
    title: String,
}

/// The title of an album.
#[derive(Debug, Deserialize, Projection)]
#[projection(of = Album)]
pub struct AlbumTitle {
    title: String,
}

fn main() {
    let _ = TrackItems::query("Arrival".to_owned()).project::<AlbumTitle>();
}
