use serde::{Deserialize, Serialize};
use single_table::{Entity, table};

table! {
    /// Music.
    pub struct MusicTable { key: (pk, sk), entities: [] }
}

/// A disc.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Disc", partition(album), sort())]
pub struct Disc<T> {
    album: T,
}

fn main() {}
