use serde::{Deserialize, Serialize};
use single_table::{Entity, table};

table! {
    /// Notes.
    pub struct NoteTable { key: (pk, sk), local: [LsiOne = lsiOne (lsiOneSk)], entities: [Note] }
}

/// A note.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[entity(table = NoteTable, name = "Note", partition(id), sort(), version(version))]
#[index(on = LsiOne, view = NotesByVersion, sort(version))]
pub struct Note {
    id: u32,
    version: u64,
}

fn main() {}
