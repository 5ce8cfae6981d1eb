use serde::{Deserialize, Serialize};
use single_table::{Entity, table};

table! {
    /// Albums.
    pub struct MusicItems {
        key: (partition_key, sort_key),
        entities: [AlbumInfo],
    }
}

/// An album, whose field is not the whole key of its name.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[entity(table = MusicItems, name = "AlbumInfo", raw, partition("ALBUM_", partition_key), sort("INFO_"))]
pub struct AlbumInfo {
    partition_key: String,
}

fn main() {}
