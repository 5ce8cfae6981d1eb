//! The notes of the files that need any table and any entity.

use serde::{Deserialize, Serialize};
use single_table::testing::{Answer, Script};
use single_table::{Entity, EpochSeconds, Store, table};

use crate::faulty;

table! {
    /// Notes.
    pub(crate) struct NoteTable {
        key: (pk, sk),
        ttl: ttl,
        global: [GsiOne = gsiOne (gsiOnePk, gsiOneSk)],
        entities: [Note, crate::faults::Tag],
    }
}

/// A note, which may have a topic and may expire.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = NoteTable, name = "Note", partition(user), sort(id), ttl(expires))]
#[index(on = GsiOne, view = NotesByTopic, partition(topic?), sort(id))]
pub(crate) struct Note {
    pub(crate) user: String,
    pub(crate) id: u32,
    #[serde(default)]
    pub(crate) text: String,
    #[serde(default)]
    pub(crate) likes: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) topic: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) expires: Option<EpochSeconds>,
}

pub(crate) fn note(id: u32) -> Note {
    Note { user: "ann".to_owned(), id, text: String::new(), likes: 0, topic: None, expires: None }
}

/// Returns the table of notes that gives these answers, one to each request.
pub(crate) fn scripted(answers: impl IntoIterator<Item = Answer>) -> (Store<NoteTable>, Script) {
    faulty::scripted(answers)
}
