use serde::{Deserialize, Serialize};
use single_table::stream::{Record, TableItem};
use single_table::{Entity, table};

table! {
    /// Music.
    pub struct MusicTable { key: (pk, sk), entities: [Album] }
}

/// An album.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Album", partition(album), sort())]
pub struct Album {
    album: String,
}

/// An item of the table.
#[derive(TableItem)]
#[table_item(table = MusicTable)]
pub enum MusicItem {
    Album(Album),
}

fn read(record: Record) -> bool {
    record.into_change::<MusicItem>().is_ok()
}

fn main() {}
