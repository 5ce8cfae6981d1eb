use serde::{Deserialize, Serialize};
use single_table::{Collection, Entity, table};

table! {
    /// Albums.
    pub struct MusicItems {
        key: (partition_key, sort_key),
        entities: [AlbumInfo],
    }
}

/// An album.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[entity(table = MusicItems, name = "AlbumInfo", raw, partition("ALBUM_", album), sort("INFO_"))]
pub struct AlbumInfo {
    album: String,
}

/// Another partition key than that of its entity.
#[derive(Debug, Collection)]
#[collection(name = "Album", raw, partition("album_", album: String))]
pub enum Album {
    Info(AlbumInfo),
}

fn main() {}
