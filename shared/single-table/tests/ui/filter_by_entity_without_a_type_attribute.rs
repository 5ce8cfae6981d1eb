use serde::{Deserialize, Serialize};
use single_table::{Collection, Entity, table};

table! {
    /// Albums and their tracks.
    pub struct MusicTable { key: (pk, sk), type_attribute: none, entities: [Track] }
}

/// A track.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Track", raw, partition("ALBUM_", album), sort("TRACK_", title))]
pub struct Track {
    album: String,
    title: String,
    seconds: u32,
}

/// The items of an album.
#[derive(Debug, Collection)]
#[collection(name = "Album", raw, partition("ALBUM_", album: String))]
pub enum AlbumItem {
    Track(Track),
}

fn main() {
    let _ = AlbumItem::query("1".to_owned()).only::<Track>();
    let _ = AlbumItem::query("1".to_owned()).filter_member(Track::SECONDS.gt(60));
    let _ = AlbumItem::scan().only::<Track>();
    let _ = AlbumItem::scan().filter_member(Track::SECONDS.gt(60));
}
