use serde::{Deserialize, Serialize};
use single_table::{Entity, Transaction, table};

table! {
    /// Notes.
    pub struct NoteTable { key: (pk, sk), entities: [Note] }
}

/// A note.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[entity(table = NoteTable, name = "Note", partition(id), sort())]
pub struct Note {
    id: u32,
    text: String,
}

fn main() {
    let before = Note { id: 1, text: "first".to_owned() };
    let mut after = Note { id: 1, text: "second".to_owned() };
    let _ = Transaction::<NoteTable>::new().replace(&before, &mut after);
}
