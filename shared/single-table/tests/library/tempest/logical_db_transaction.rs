//! Transactions. See `LogicalDbTransactionTest`.

mod versioned;

use crate::tempest::model::{AlbumTrack, MusicTable, PlaylistInfo, PlaylistInfoKey, TrackToken};
use crate::tempest::support::*;

/// Reads the playlist and the three tracks at one moment.
async fn assert_loaded(store: &Store<MusicTable>, tracks: &[AlbumTrack], playlist: &PlaylistInfo) {
    let mut keys = KeySet::new();
    keys.add(PlaylistInfoKey { playlist_token: "PLAYLIST_1".to_owned() });
    for number in 1..=3 {
        keys.add(track_key(number));
    }
    let items = store.transact_get(keys).await.expect("the items are read");
    assert!(items.all::<AlbumTrack>().eq(tracks));
    assert!(items.all::<PlaylistInfo>().eq([playlist]));
}

/// A store with the playlist at its first version, without tracks in it, and with the first track of the album.
async fn with_empty_playlist() -> (Store<MusicTable>, PlaylistInfo) {
    let store = music().await;
    let playlist = playlist("WFH Music", &[]);
    store.insert(&playlist).await.expect("the playlist is written");
    store.execute(Put::new(&three_tracks()[0])).await.expect("the track is written");
    (store, playlist)
}

/// Checks that the track exists. Like Tempest's scenario, it asks for the title.
fn track_exists() -> Check<AlbumTrack> {
    Check::new(track_key(1), AlbumTrack::TRACK_TITLE.exists())
}

/// The playlist with the first track of the album.
fn with_first_track(playlist: &PlaylistInfo) -> PlaylistInfo {
    PlaylistInfo { playlist_tracks: vec![TrackToken::new("ALBUM_1", 1)], ..playlist.clone() }
}

/// Asserts that the message of a cancelled transaction has no data of its items.
fn assert_without_data(message: &str) {
    for data in ["PLAYLIST_1", "ALBUM_1", "WFH", "dreamin"] {
        assert!(!message.contains(data), "{message}");
    }
}

#[tokio::test]
async fn transaction_load() {
    let tracks = three_tracks();
    let (store, playlist) = music_with_playlist(&tracks).await;
    assert_loaded(&store, &tracks, &playlist).await;
}

#[tokio::test]
async fn transaction_load_after_transaction_write() {
    let store = music().await;
    let (tracks, playlist) = (three_tracks(), playlist("WFH Music", &[]));
    let mut transaction = Transaction::new();
    for track in &tracks {
        transaction.add(Put::new(track));
    }
    transaction.insert(&playlist);
    store.transact(transaction).await.unwrap();
    assert_loaded(&store, &tracks, &playlist).await;
}

#[tokio::test]
async fn conditional_update_in_transaction_write() {
    let (store, first) = with_empty_playlist().await;
    let second = PlaylistInfo { playlist_name: "WFH Forever Music".to_owned(), ..first.clone() };
    let mut transaction = Transaction::new();
    transaction.replace(&first, &second);
    transaction.add(Delete::<AlbumTrack>::new(track_key(1)));
    store.transact(transaction).await.unwrap();
    assert_loaded(&store, &[], &PlaylistInfo { playlist_version: 2, ..second }).await;
}

#[tokio::test]
async fn conditional_update_failure_in_transaction_write() {
    let (store, first) = with_empty_playlist().await;
    let mut transaction = Transaction::new();
    let replace = transaction.replace(&first, &first);
    let delete = transaction.add(Delete::<AlbumTrack>::new(track_key(1)));
    // Another writer is faster.
    let mut second = first.clone();
    store.replace(&first, &mut second).await.unwrap();

    let cancelled = cancellation(store.transact(transaction).await);
    assert!(cancelled.failed(replace) && !cancelled.failed(delete));
    assert_eq!(cancelled.item(replace).unwrap(), Some(second));
    let message = cancelled.to_string();
    assert!(message.contains("Put PlaylistInfo (operation 1)"), "{message}");
    assert_without_data(&message);
}

#[tokio::test]
async fn condition_check_in_transaction_write() {
    let (store, first) = with_empty_playlist().await;
    let second = with_first_track(&first);
    let mut transaction = Transaction::new();
    transaction.replace(&first, &second);
    transaction.add(track_exists());
    store.transact(transaction).await.unwrap();
    let second = PlaylistInfo { playlist_version: 2, ..second };
    assert_eq!(load::<PlaylistInfo>(&store, &first.key()).await, Some(second));
}

#[tokio::test]
async fn condition_check_failure_in_transaction_write() {
    let store = music().await;
    let first = playlist("WFH Music", &[]);
    store.insert(&first).await.unwrap();
    let mut transaction = Transaction::new();
    let replace = transaction.replace(&first, &with_first_track(&first));
    let check = transaction.add(track_exists());

    let cancelled = cancellation(store.transact(transaction).await);
    assert!(!cancelled.failed(replace) && cancelled.failed(check));
    let message = cancelled.to_string();
    assert!(message.contains("ConditionCheck AlbumTrack (operation 2)"), "{message}");
    assert_without_data(&message);
    assert_eq!(load::<PlaylistInfo>(&store, &first.key()).await, Some(first));
}

#[tokio::test]
async fn transaction_write_preserves_operation_order_across_kinds() {
    let (store, first) = with_empty_playlist().await;
    let mut transaction = Transaction::new();
    let delete = transaction.add(Delete::<AlbumTrack>::new(track_key(1)).only_if(Condition::live()));
    let replace = transaction.replace(&first, &first);
    assert_eq!(format!("{transaction:?}"), r#"[("Delete", "AlbumTrack"), ("Put", "PlaylistInfo")]"#);
    // Another writer is faster.
    store.replace(&first, &mut first.clone()).await.unwrap();

    let cancelled = cancellation(store.transact(transaction).await);
    assert!(!cancelled.failed(delete) && cancelled.failed(replace));
    let message = cancelled.to_string();
    assert!(message.contains("Put PlaylistInfo (operation 2)"), "{message}");
    assert!(load::<AlbumTrack>(&store, &track_key(1)).await.is_some());
}
