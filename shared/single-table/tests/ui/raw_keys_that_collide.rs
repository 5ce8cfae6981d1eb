use serde::{Deserialize, Serialize};
use single_table::{Entity, table};

table! {
    /// Albums and playlists, both with the sort key `INFO_`.
    pub struct MusicItems {
        key: (partition_key, sort_key),
        type_attribute: none,
        entities: [AlbumInfo, PlaylistInfo],
    }
}

/// An album.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[entity(table = MusicItems, name = "AlbumInfo", raw, partition(album_token), sort("INFO_"))]
pub struct AlbumInfo {
    album_token: String,
}

/// A playlist.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[entity(table = MusicItems, name = "PlaylistInfo", raw, partition(playlist_token), sort("INFO_"))]
pub struct PlaylistInfo {
    playlist_token: String,
}

fn main() {}
