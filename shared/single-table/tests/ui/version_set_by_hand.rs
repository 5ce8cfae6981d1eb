use serde::{Deserialize, Serialize};
use single_table::{Entity, Update, table};

table! {
    /// Notes.
    pub struct NoteTable { key: (pk, sk), entities: [Note] }
}

/// A note.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[entity(table = NoteTable, name = "Note", partition(id), sort(), version(version))]
pub struct Note {
    id: u32,
    version: u64,
}

fn main() {
    let _ = Update::<Note>::new(NoteKey { id: 1 }).set(Note::VERSION, 7);
}
