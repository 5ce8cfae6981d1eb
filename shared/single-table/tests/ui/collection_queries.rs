//! Queries that a collection does not allow.

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
    /// Albums and their tracks.
    pub struct MusicTable { key: (pk, sk), type_attribute: none, entities: [Track] }
}

/// A track.
#[derive(Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Track", raw, partition("ALBUM_", album), sort("TRACK_", title))]
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
