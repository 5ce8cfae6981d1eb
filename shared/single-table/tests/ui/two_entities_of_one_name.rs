use serde::{Deserialize, Serialize};
use single_table::{Entity, table};

table! {
    /// Notes.
    pub struct NoteTable { key: (pk, sk), entities: [Note, OldNote] }
}

/// A note.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[entity(table = NoteTable, name = "Note", partition(id), sort())]
pub struct Note {
    id: u32,
}

/// Another note.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[entity(table = NoteTable, name = "Note", partition(title), sort())]
pub struct OldNote {
    title: String,
}

fn main() {}
