use serde::{Deserialize, Serialize};
use single_table::{Collection, Entity, table};

table! {
    /// The music library.
    pub struct MusicTable {
        key: (pk, sk),
        global: [GsiOne = gsiOne (gsiOnePk, gsiOneSk)],
        entities: [Track],
    }
}

/// A track.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Track", collection = "Album", partition(album), sort(number))]
#[index(on = GsiOne, view = TracksByTitle, partition(title), sort(number))]
pub struct Track {
    album: String,
    number: u16,
    title: String,
}

/// The items of an album.
#[derive(Debug, Collection)]
#[collection(name = "Album", partition(album: String))]
pub enum AlbumItem {
    Track(Track),
}

fn main() {
    let _ = AlbumItem::query("1".to_owned()).filter(Track::TITLE.eq("Eclipse"));
    let _ = AlbumItem::scan().filter(Track::TITLE.eq("Eclipse"));
}
