//! DynamoDB returns no items from a transaction.

use serde::{Deserialize, Serialize};
use single_table::{Entity, Put, Transaction, table};

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

fn add(transaction: &mut Transaction<NoteTable>, note: &Note) {
    transaction.add(Put::new(note).returning_old());
}

fn main() {}
