//! Imports and functions that the scenarios share.

pub(crate) use crate::written::{cancellation, in_place as in_the_way};
pub(crate) use single_table::capacity::Meter;
pub(crate) use single_table::read::ItemSet;
pub(crate) use single_table::scan::{ScanPage, ScanProgress};
pub(crate) use single_table::table::Contains;
pub(crate) use single_table::testing::{Fault, Faults, Times};
pub(crate) use single_table::view::View;
pub(crate) use single_table::write::PagedWrite;
pub(crate) use single_table::{
    BatchWrite, Check, Condition, Delete, Entity, Error, Item, Key, KeySet, Page, Put, Query, Scan, Schema,
    Store, Timestamp, Transaction, Update, database, decode, encode, table,
};

use crate::engine;
use crate::tempest::albums::Album;
use crate::tempest::model::{AlbumInfo, AlbumTrack, AlbumTrackKey, MusicTable, PlaylistInfo, TrackToken};

/// The compiler's messages for a file of `tests/ui`.
macro_rules! refusal {
    ($file:literal) => {
        include_str!(concat!("../../ui/", $file, ".stderr"))
    };
}
pub(crate) use refusal;

/// A music library without albums.
pub(crate) async fn music() -> Store<MusicTable> {
    engine::table().await.1
}

/// A music library with these albums and their tracks.
pub(crate) async fn music_with(albums: &[&Album]) -> Store<MusicTable> {
    let store = music().await;
    let mut batch = BatchWrite::new();
    for album in albums {
        batch = batch.put(&album.info());
        batch = album.tracks().iter().fold(batch, BatchWrite::put);
    }
    write(&store, batch).await;
    store
}

/// A music library with these tracks, and with a playlist that has the first of them.
pub(crate) async fn music_with_playlist(tracks: &[AlbumTrack]) -> (Store<MusicTable>, PlaylistInfo) {
    let store = music().await;
    let playlist = playlist("WFH Music", &[TrackToken::new("ALBUM_1", 1)]);
    let batch = tracks.iter().fold(BatchWrite::new().put(&playlist), BatchWrite::put);
    write(&store, batch).await;
    (store, playlist)
}

/// The playlist of most scenarios, at its first version.
pub(crate) fn playlist(name: &str, tracks: &[TrackToken]) -> PlaylistInfo {
    PlaylistInfo {
        playlist_token: "PLAYLIST_1".to_owned(),
        playlist_name: name.to_owned(),
        playlist_tracks: tracks.to_vec(),
        playlist_version: 1,
    }
}

/// Three tracks of one album.
pub(crate) fn three_tracks() -> [AlbumTrack; 3] {
    [
        track(1, "dreamin'", 3 * 60 + 28),
        track(2, "what you do to me", 3 * 60 + 24),
        track(3, "too slow", 2 * 60 + 27),
    ]
}

/// The tracks 1 to `count` of one album.
pub(crate) fn many_tracks(count: u16) -> Vec<AlbumTrack> {
    (1..=count).map(|number| track(number, &format!("track {number}"), 3 * 60 + 28)).collect()
}

/// A track of the album that most scenarios have.
pub(crate) fn track(number: u16, title: &str, run_length: u32) -> AlbumTrack {
    AlbumTrack {
        album_token: "ALBUM_1".to_owned(),
        track_number: number,
        track_title: title.to_owned(),
        run_length,
        track_description: String::new(),
    }
}

/// The key of a track of the album that most scenarios have.
pub(crate) fn track_key(number: u16) -> AlbumTrackKey {
    AlbumTrackKey { album_token: "ALBUM_1".to_owned(), track_number: number }
}

pub(crate) fn track_titles(tracks: &[AlbumTrack]) -> Vec<&str> {
    tracks.iter().map(|track| track.track_title.as_str()).collect()
}

pub(crate) fn album_titles(albums: &[AlbumInfo]) -> Vec<&str> {
    albums.iter().map(|album| album.album_title.as_str()).collect()
}

/// Returns the elements in ascending order.
pub(crate) fn sorted<T: Ord>(elements: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut elements: Vec<_> = elements.into_iter().collect();
    elements.sort();
    elements
}

/// Reads an item consistently.
pub(crate) async fn load<E: Entity>(store: &Store<impl Contains<E::Table>>, key: &E::Key) -> Option<E> {
    store.get(key).consistent().await.expect("the item is read")
}

/// Writes a whole batch.
pub(crate) async fn write(store: &Store<MusicTable>, batch: BatchWrite<MusicTable>) {
    store.batch_write(batch).await.expect("the batch is sent").complete().expect("every item is written");
}

/// Reads every page of a query, each with a request of its own that continues after the page before.
pub(crate) async fn pages<V: View<Table = MusicTable>>(
    store: &Store<MusicTable>,
    query: impl Fn() -> Query<V>,
) -> Vec<Page<V>> {
    let mut pages = vec![store.page(query()).await.expect("the first page is read")];
    while let Some(next) = pages[pages.len() - 1].next.clone() {
        pages.push(store.page(query().after(Some(next))).await.expect("the next page is read"));
    }
    pages
}
