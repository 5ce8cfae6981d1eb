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
#[entity(table = SharedTable, name = "Photo", partition(id), sort())]
#[index(on = GsiOne, view = PhotosOfUser, collection = "Timeline", partition(user), sort(taken, id), ordered)]
pub struct Photo {
    id: String,
    user: String,
    taken: Timestamp,
}

/// A note.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[entity(table = SharedTable, name = "Note", partition(id), sort())]
#[index(on = GsiOne, view = NotesOfUser, collection = "Timeline", partition(user), sort(written, id), ordered)]
pub struct Note {
    id: String,
    user: String,
    title: String,
    written: Timestamp,
}

/// The photos and notes of a user, by time.
#[derive(Debug, Collection)]
#[collection(name = "Timeline", on = GsiOne, partition(user: String), sort(time: Timestamp))]
pub enum Timeline {
    Photo(Photo),
    Note(Note),
}

fn main() {
    let _ = Timeline::query("ann".to_owned()).from_member::<Note>(&());
}
