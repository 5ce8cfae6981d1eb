use serde::{Deserialize, Serialize};
use single_table::stream::{Record, TableItem};
use single_table::{Entity, table};

table! {
    /// Music.
    pub struct MusicTable { key: (pk, sk), stream: NewImage, entities: [Album, Track] }
}

/// An album.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Album", partition(album), sort())]
pub struct Album {
    album: String,
}

/// A track.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Track", partition(album), sort(number))]
pub struct Track {
    album: String,
    number: u16,
}

/// An item of the table.
#[derive(TableItem)]
#[table_item(table = MusicTable)]
pub enum MusicItem {
    Album(Album),
    Track(Track),
}

fn old_image(record: Record) -> Option<MusicItem> {
    let (old, _) = record.into_change::<MusicItem>().ok()?.into_images();
    old
}

fn main() {}
