use serde::{Deserialize, Serialize};
use single_table::{Collection, Entity, table};

table! {
    /// Albums.
    pub struct MusicTable { key: (pk, sk), entities: [Album] }
}

/// An album in a partition of its own.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Album", partition(album), sort())]
pub struct Album {
    album: String,
}

/// Albums.
#[derive(Debug, Collection)]
#[collection(name = "Albums", partition(album: String))]
pub enum Albums {
    Album(Album),
}

fn main() {}
