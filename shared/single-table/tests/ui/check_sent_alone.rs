//! A check is a part of a transaction: it changes nothing by itself.

use serde::{Deserialize, Serialize};
use single_table::{Check, Condition, Entity, Store, table};

table! {
    /// Notes.
    pub struct NoteTable { key: (pk, sk), entities: [Note] }
}

/// A note.
#[derive(Debug, Serialize, Deserialize, Entity)]
#[entity(table = NoteTable, name = "Note", partition(user), sort(id))]
pub struct Note {
    user: String,
    id: u32,
}

fn check(store: &Store<NoteTable>, key: NoteKey) {
    let _ = store.execute(Check::<Note>::new(key, Condition::live()));
}

fn main() {}
