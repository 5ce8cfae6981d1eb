use serde::{Deserialize, Serialize};
use single_table::{Entity, Timestamp, table};

table! {
    /// The photos and notes of users.
    pub struct SharedTable {
        key: (pk, sk),
        global: [GsiOne = gsiOne (gsiOnePk, gsiOneSk)],
        entities: [Note, Photo],
    }
}

/// A photo.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[entity(table = SharedTable, name = "Photo", collection = "Shared", partition(id), sort())]

pub struct Photo {
    id: String,
    user: String,
    taken: Timestamp,
}

/// A note.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[entity(table = SharedTable, name = "Note", collection = "Shared", partition(id), sort(written), ordered)]

pub struct Note {
    id: String,
    user: String,
    title: String,
    written: Timestamp,
}

fn main() {}
