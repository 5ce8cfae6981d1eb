use serde::{Deserialize, Serialize};
use single_table::{Collection, Entity, table};

table! {
    /// Albums.
    pub struct MusicTable { key: (pk, sk), entities: [Album] }
}

/// An album.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Album", collection = "Albums", partition(album), sort())]
pub struct Album {
    album: String,
}

/// An album and its title.
#[derive(Debug, Collection)]
#[collection(name = "Albums", partition(album: String))]
pub enum Albums {
    Album(Album),
    Title(String),
}

fn main() {}
