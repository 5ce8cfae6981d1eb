use serde::{Deserialize, Serialize};
use single_table::{Collection, Entity, Timestamp, table};

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
#[entity(table = SharedTable, name = "Note", partition(id), sort())]

pub struct Note {
    id: String,
    user: String,
    title: String,
    written: Timestamp,
}

/// The items with one id.
#[derive(Debug, Collection)]
#[collection(name = "Shared", partition(id: String))]
pub enum Shared {
    Photo(Photo),
}

fn main() {
    let _ = Shared::query("1".to_owned()).from_member::<Photo>(&(5_u16,));
}
