use serde::{Deserialize, Serialize};
use single_table::stream::TableItem;
use single_table::{Entity, table};

table! {
    /// The music library.
    pub struct MusicTable { key: (pk, sk), entities: [Track] }
}

/// A track.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Track", partition(album), sort(number))]
pub struct Track {
    album: String,
    number: u16,
}

/// A cover.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Cover {
    color: String,
}

/// An item of the table.
#[derive(Debug, TableItem)]
#[table_item(table = MusicTable)]
pub enum MusicItem {
    Track(Track),
    Cover(Cover),
}

fn main() {}
