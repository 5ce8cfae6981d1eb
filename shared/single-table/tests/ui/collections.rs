//! Mistakes in collections and in their queries. Each is named after its mistake.

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
#[entity(table = SharedTable, name = "Photo", collection = "Shared", partition(id), sort())]
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
    title: String,
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

/// The items with one id.
#[derive(Collection)]
#[collection(name = "Shared", partition(id: String))]
pub enum Shared {
    Photo(Photo),
}

/// The photos and notes of a user, by time.
#[derive(Collection)]
#[collection(name = "Timeline", on = GsiOne, partition(user: String), sort(time: Timestamp))]
pub enum Timeline {
    Photo(Photo),
    Note(Note),
}

table! {
    /// Songs.
    pub struct SongTable { key: (pk, sk), type_attribute: none, entities: [Track] }
}

/// A track.
#[derive(Serialize, Deserialize, Entity)]
#[entity(table = SongTable, name = "Track", raw, partition("ALBUM_", album), sort("TRACK_", title))]
pub struct Track {
    album: String,
    title: String,
    seconds: u32,
}

/// The items of an album.
#[derive(Collection)]
#[collection(name = "Album", raw, partition("ALBUM_", album: String))]
pub enum AlbumItem {
    Track(Track),
}

fn consistent_read_of_a_collection_on_a_global_index() {
    let _ = Timeline::query("ann".to_owned()).consistent();
}

fn range_of_members_in_an_ordered_collection() {
    let _ = Timeline::query("ann".to_owned()).from_member::<Note>(&());
}

fn range_with_components_of_another_type() {
    let _ = Shared::query("1".to_owned()).from_member::<Photo>(&(5_u16,));
}

fn sort_key_condition_on_a_whole_collection() {
    let _ = Shared::query("1".to_owned()).equals(&("ann",));
    let _ = Shared::query("1".to_owned()).at_least(&("ann",));
}

fn filter_of_an_entity_outside_the_collection() {
    let _ = Shared::query("1".to_owned()).filter_member(Note::TITLE.eq("a"));
}

fn filter_of_a_whole_collection() {
    let _ = Shared::query("1".to_owned()).filter(Photo::USER.eq("ann"));
    let _ = Shared::scan().filter(Photo::USER.eq("ann"));
}

fn filter_by_entity_without_a_type_attribute() {
    let _ = AlbumItem::query("1".to_owned()).only::<Track>();
    let _ = AlbumItem::query("1".to_owned()).filter_member(Track::SECONDS.gt(60));
    let _ = AlbumItem::scan().only::<Track>();
    let _ = AlbumItem::scan().filter_member(Track::SECONDS.gt(60));
}

fn main() {}
