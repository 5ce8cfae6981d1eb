//! Collections that do not fit their entities. Each is named after its mistake.

use serde::{Deserialize, Serialize};
use single_table::{Collection, Entity, Timestamp, table};

table! {
    /// The photos, notes and letters of users.
    pub struct SharedTable {
        key: (pk, sk),
        global: [GsiOne = gsiOne (gsiOnePk, gsiOneSk)],
        entities: [Letter, Memo, Note, Photo, Titled, Undated],
    }
}

/// A photo.
#[derive(Serialize, Deserialize, Entity)]
#[entity(table = SharedTable, name = "Photo", partition(id), sort())]
#[index(on = GsiOne, view = UserPhotos, collection = "Timeline", partition(user), sort(taken, id), ordered)]
pub struct Photo {
    id: String,
    user: String,
    taken: Timestamp,
}

/// A note.
#[derive(Serialize, Deserialize, Entity)]
#[entity(table = SharedTable, name = "Note", partition(id), sort())]
#[index(on = GsiOne, view = UserNotes, collection = "Timeline", partition(user), sort(written, id), ordered)]
pub struct Note {
    id: String,
    user: String,
    written: Timestamp,
}

#[derive(Collection)]
#[collection(name = "Timeline", on = GsiOne, partition(user: String))]
pub enum OrderedMembersOfACollectionByName {
    Photo(Photo),
    Note(Note),
}

#[derive(Collection)]
#[collection(name = "Timeline", on = GsiOne, partition(user: String), sort(at: Timestamp, id: String, n: u8))]
pub enum OrderedMembersWithTooFewComponents {
    Photo(Photo),
    Note(Note),
}

/// A note by its title.
#[derive(Serialize, Deserialize, Entity)]
#[entity(table = SharedTable, name = "Titled", partition(id), sort())]
#[index(on = GsiOne, view = TitledNotes, collection = "Timeline", partition(user), sort(title, id), ordered)]
pub struct Titled {
    id: String,
    user: String,
    title: String,
}

#[derive(Collection)]
#[collection(name = "Timeline", on = GsiOne, partition(user: String), sort(time: Timestamp))]
pub enum OrderedMemberWithComponentsOfAnotherType {
    Photo(Photo),
    Titled(Titled),
}

/// A note in the partition of its time.
#[derive(Serialize, Deserialize, Entity)]
#[entity(table = SharedTable, name = "Memo", partition(id), sort())]
#[index(on = GsiOne, view = MemosAt, collection = "Timeline", partition(written), sort(written, id), ordered)]
pub struct Memo {
    id: String,
    written: Timestamp,
}

#[derive(Collection)]
#[collection(name = "Timeline", on = GsiOne, partition(user: String), sort(time: Timestamp))]
pub enum MemberWithAnotherPartition {
    Photo(Photo),
    Memo(Memo),
}

/// A letter, in another collection.
#[derive(Serialize, Deserialize, Entity)]
#[entity(table = SharedTable, name = "Letter", partition(id), sort())]
#[index(on = GsiOne, view = UserLetters, collection = "Letters", partition(user), sort(written, id), ordered)]
pub struct Letter {
    id: String,
    user: String,
    written: Timestamp,
}

#[derive(Collection)]
#[collection(name = "Timeline", on = GsiOne, partition(user: String), sort(time: Timestamp))]
pub enum MemberOfAnotherCollection {
    Photo(Photo),
    Letter(Letter),
}

/// A note that is in no index and in no collection.
#[derive(Serialize, Deserialize, Entity)]
#[entity(table = SharedTable, name = "Undated", partition(id), sort())]
pub struct Undated {
    id: String,
}

#[derive(Collection)]
#[collection(name = "Timeline", on = GsiOne, partition(user: String), sort(time: Timestamp))]
pub enum MemberThatIsNotInTheIndex {
    Photo(Photo),
    Undated(Undated),
}

#[derive(Collection)]
#[collection(name = "Shared", partition(id: String))]
pub enum MemberOfNoCollection {
    Undated(Undated),
}

table! {
    /// Albums.
    pub struct MusicTable { key: (pk, sk), entities: [Album] }
}

/// An album.
#[derive(Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Album", raw, partition("ALBUM_", album), sort("INFO_"))]
pub struct Album {
    album: String,
}

#[derive(Collection)]
#[collection(name = "Albums", raw, partition("album_", album: String))]
pub enum RawCollectionWithAnotherLiteral {
    Album(Album),
}

fn main() {}
