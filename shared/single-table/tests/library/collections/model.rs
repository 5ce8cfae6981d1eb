//! Photos, notes and comments: in albums, ordered by entity, and in timelines, ordered by time.

use std::fmt::Debug;

use serde::{Deserialize, Serialize};
use single_table::entity::Unconstrained;
use single_table::{Collection, Entity, EpochSeconds, Item, Put, Store, Timestamp, table};

use crate::engine;

table! {
    /// Everything that users share.
    pub(crate) struct SharedTable {
        key: (pk, sk),
        ttl: ttl,
        global: [GsiOne = gsiOne (gsiOnePk, gsiOneSk)],
        local: [LsiOne = lsiOne (lsiOneSk)],
        entities: [Comment, Info, Note, Photo],
    }
}

/// An album.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = SharedTable, name = "Info", collection = "Album", partition(album), sort())]
pub(crate) struct Info {
    pub(crate) album: String,
}

/// A photo of an album.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = SharedTable, name = "Photo", collection = "Album", partition(album), sort(number), ttl(expires))]
#[index(on = GsiOne, view = PhotosOfUser, collection = "Timeline", partition(user), sort(taken, number), ordered)]
#[index(on = LsiOne, view = PhotosOfAlbum, sort(taken, number), ordered)]
pub(crate) struct Photo {
    pub(crate) album: String,
    pub(crate) number: u16,
    pub(crate) user: String,
    pub(crate) taken: Timestamp,
    pub(crate) likes: u32,
    pub(crate) expires: Option<EpochSeconds>,
}

/// A note in an album.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = SharedTable, name = "Note", collection = "Album", partition(album), sort(topic, number))]
#[index(on = GsiOne, view = NotesOfUser, collection = "Timeline", partition(author), sort(written, number), ordered)]
#[index(on = LsiOne, view = NotesOfAlbum, sort(written, topic, number), ordered)]
pub(crate) struct Note {
    pub(crate) album: String,
    pub(crate) topic: String,
    pub(crate) number: u16,
    pub(crate) author: String,
    pub(crate) written: Timestamp,
    pub(crate) likes: u32,
}

/// A comment outside of albums. In its key of the timeline, the time is the last component.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = SharedTable, name = "Comment", partition(id), sort())]
#[index(on = GsiOne, view = CommentsOfUser, collection = "Timeline", partition(author), sort(written), ordered)]
pub(crate) struct Comment {
    pub(crate) id: u32,
    pub(crate) author: String,
    pub(crate) written: Timestamp,
}

/// An album with its notes and photos, in this order.
#[derive(Debug, Clone, PartialEq, Collection)]
#[collection(name = "Album", partition(album: String))]
pub(crate) enum AlbumItem {
    Info(Info),
    Note(Note),
    Photo(Photo),
}

/// The notes and photos of an album by time.
#[derive(Debug, Clone, PartialEq, Collection)]
#[collection(name = "Album", on = LsiOne, partition(album: String), sort(time: Timestamp))]
pub(crate) enum AlbumByTime {
    Note(Note),
    Photo(Photo),
}

/// The photos and notes of a user, by time.
#[derive(Debug, Clone, PartialEq, Collection)]
#[collection(name = "Timeline", on = GsiOne, partition(user: String), sort(time: Timestamp))]
pub(crate) enum TimelineItem {
    Comment(Comment),
    Note(Note),
    Photo(Photo),
}

/// The photos of a user, and everything else in the timeline as items.
#[derive(Debug, Clone, PartialEq, Collection)]
#[collection(name = "Timeline", on = GsiOne, partition(user: String), sort(time: Timestamp))]
pub(crate) enum PhotoOrOther {
    Photo(Photo),
    #[other]
    Other(Item),
}

impl TimelineItem {
    /// The item's time, in milliseconds after that of [`at`]`(0)`.
    pub(crate) fn millis(&self) -> i64 {
        let time = match self {
            Self::Comment(comment) => comment.written,
            Self::Note(note) => note.written,
            Self::Photo(photo) => photo.taken,
        };
        time.as_unix_millis() - at(0).as_unix_millis()
    }
}

/// The time some milliseconds after a fixed day.
pub(crate) fn at(millis: i64) -> Timestamp {
    Timestamp::from_unix_millis(1_795_000_000_000 + millis).expect("a valid time")
}

pub(crate) fn info() -> Info {
    Info { album: "a".to_owned() }
}

pub(crate) fn photo(number: u16, taken: i64) -> Photo {
    let (album, user) = ("a".to_owned(), "ann".to_owned());
    Photo { album, number, user, taken: at(taken), likes: number.into(), expires: None }
}

pub(crate) fn note(topic: &str, number: u16, written: i64) -> Note {
    let (album, author) = ("a".to_owned(), "ann".to_owned());
    Note { album, topic: topic.to_owned(), number, author, written: at(written), likes: number.into() }
}

pub(crate) fn comment(id: u32, written: i64) -> Comment {
    Comment { id, author: "ann".to_owned(), written: at(written) }
}

pub(crate) async fn store() -> Store<SharedTable> {
    engine::table::<SharedTable>().await.1
}

pub(crate) async fn put<E>(store: &Store<SharedTable>, entity: &E)
where
    E: Entity<Table = SharedTable> + Unconstrained + Debug,
{
    store.execute(Put::new(entity)).await.expect("the item is written");
}

/// An album with two notes on each of two topics, and four photos.
pub(crate) async fn album() -> Store<SharedTable> {
    let store = store().await;
    put(&store, &info()).await;
    for note in notes() {
        put(&store, &note).await;
    }
    for photo in photos() {
        put(&store, &photo).await;
    }
    store
}

/// The notes of the album in the order of their primary keys.
pub(crate) fn notes() -> [Note; 4] {
    [note("x", 1, 40), note("x", 2, 30), note("xy", 1, 20), note("xy", 2, 10)]
}

/// The photos of the album in the order of their primary keys.
pub(crate) fn photos() -> [Photo; 4] {
    [photo(1, 35), photo(2, 25), photo(3, 15), photo(4, 5)]
}
