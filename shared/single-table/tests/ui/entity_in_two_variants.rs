use serde::{Deserialize, Serialize};
use single_table::{Collection, Entity, table};

table! {
    /// The music library.
    pub struct MusicTable { key: (pk, sk), entities: [Track] }
}

/// A track.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Track", collection = "Album", partition(album), sort(number))]
pub struct Track {
    album: String,
    number: u16,
}

/// The items of an album.
#[derive(Debug, Collection)]
#[collection(name = "Album", partition(album: String))]
pub enum AlbumItem {
    Track(Track),
    Bonus(Track),
}

fn main() {
    let _ = AlbumItem::query("1".to_owned()).only::<Track>();
}
