//! Enums that do not fit the items of their table, and images that its stream does not show.

use serde::{Deserialize, Serialize};
use single_table::stream::{Record, TableItem};
use single_table::{Entity, table};

table! {
    /// Albums and tracks.
    pub struct MusicTable { key: (pk, sk), stream: NewImage, entities: [Album, Track] }
}

/// An album.
#[derive(Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Album", partition(album), sort())]
pub struct Album {
    album: String,
}

/// A track.
#[derive(Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Track", partition(album), sort(number))]
pub struct Track {
    album: String,
    number: u16,
}

table! {
    /// A table without a stream.
    pub struct UserTable { key: (pk, sk), entities: [User] }
}

/// A user.
#[derive(Serialize, Deserialize, Entity)]
#[entity(table = UserTable, name = "User", partition(id), sort(), version(version))]
#[unique(record = UserEmail, partition(email), sort())]
pub struct User {
    id: u32,
    email: String,
    version: u64,
}

/// A type without the derive `Entity`.
#[derive(Serialize, Deserialize)]
pub struct Color {
    red: u8,
}

#[derive(TableItem)]
#[table_item(table = MusicTable)]
enum NoVariantForAnEntity {
    Album(Album),
}

#[derive(TableItem)]
#[table_item(table = UserTable)]
enum NoVariantForUniqueRecords {
    User(User),
}

#[derive(TableItem)]
#[table_item(table = MusicTable)]
enum TwoVariantsOfOneEntity {
    Album(Album),
    Track(Track),
    Second(Track),
}

#[derive(TableItem)]
#[table_item(table = MusicTable)]
enum EntityOfAnotherTable {
    Album(Album),
    Track(Track),
    User(User),
}

#[derive(TableItem)]
#[table_item(table = MusicTable)]
enum VariantThatIsNoEntity {
    Album(Album),
    Track(Track),
    Color(Color),
}

#[derive(TableItem)]
#[table_item(table = MusicTable)]
enum MusicItem {
    Album(Album),
    Track(Track),
}

fn image_that_the_stream_does_not_show(record: Record) -> Option<MusicItem> {
    let (old, _) = record.into_change::<MusicItem>().ok()?.into_images();
    old
}

#[derive(TableItem)]
#[table_item(table = UserTable)]
enum UserItem {
    User(User),
    #[other]
    Other(single_table::Item),
}

fn change_in_a_table_without_a_stream(record: Record) {
    let _ = record.into_change::<UserItem>();
}

fn main() {}
