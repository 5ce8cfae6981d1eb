//! Batches of reads and writes. See `LogicalDbBatchTest`.

use crate::engine;
use crate::tempest::model::*;
use crate::tempest::support::*;

/// The most keys of one `BatchGetItem`.
const MAX_BATCH_READ: u16 = 100;
/// The most items of one `BatchWriteItem`.
const MAX_BATCH_WRITE: u16 = 25;

/// The keys of the playlist and of the tracks 1 to `count`.
fn keys(count: u16) -> KeySet<MusicTable> {
    let mut keys = track_keys(count);
    keys.add(PlaylistInfoKey { playlist_token: "PLAYLIST_1".to_owned() });
    keys
}

/// The keys of the tracks 1 to `count`.
fn track_keys(count: u16) -> KeySet<MusicTable> {
    let mut keys = KeySet::new();
    for number in 1..=count {
        keys.add(track_key(number));
    }
    keys
}

async fn load_all(store: &Store<MusicTable>, keys: KeySet<MusicTable>) -> ItemSet {
    store.batch_get(keys).await.expect("the batch is read").complete().expect("every key is read")
}

fn assert_loaded(items: &ItemSet, tracks: &[AlbumTrack], playlist: &PlaylistInfo) {
    assert!(items.all::<AlbumTrack>().eq(tracks));
    assert!(items.all::<PlaylistInfo>().eq([playlist]));
}

#[tokio::test]
async fn batch_load() {
    let tracks = three_tracks();
    let (store, playlist) = music_with_playlist(&tracks).await;
    let items = store.batch_get(keys(3)).consistent().await.unwrap().complete().unwrap();
    assert_loaded(&items, &tracks, &playlist);
}

#[tokio::test]
async fn batch_load_greater_than_max_batch_size() {
    let tracks = many_tracks(MAX_BATCH_READ + 5);
    let (store, playlist) = music_with_playlist(&tracks).await;
    let items = load_all(&store, keys(MAX_BATCH_READ + 5)).await;
    assert_loaded(&items, &tracks, &playlist);
}

#[tokio::test]
async fn batch_load_more_than_16mb() {
    // DynamoDB answers 16 MB of a batch at most. These are about 20 MB.
    let tracks: Vec<_> = many_tracks(MAX_BATCH_READ - 1)
        .into_iter()
        .map(|track| AlbumTrack { track_description: "a".repeat(200_000), ..track })
        .collect();
    let (store, playlist) = music_with_playlist(&tracks).await;
    let meter = Meter::new();
    let items = load_all(&store.with_meter(meter.clone()), keys(MAX_BATCH_READ - 1)).await;
    assert_loaded(&items, &tracks, &playlist);
    assert_eq!(meter.take().len(), 2, "one request would do for 100 keys of less than 16 MB");
}

#[tokio::test]
async fn batch_load_multiple_tables() {
    let (client, _, music) = engine::table::<MusicTable>().await;
    let versioned_attributes = engine::create::<VersionedTable>(&client).await;
    let names = MusicDb { music: music.into(), versioned_attributes: versioned_attributes.into() };
    let store: Store<MusicDb> = Store::new(client, names);
    let playlist = playlist("WFH Music", &[]);
    let versioned = VersionedAttribute::new("item_one", "one of the items");
    let batch = BatchWrite::new().put(&playlist).put(&versioned);
    let batch = three_tracks().iter().fold(batch, BatchWrite::put);
    store.batch_write(batch).await.unwrap().complete().unwrap();

    let mut keys = KeySet::new();
    for track in three_tracks() {
        keys.add(track.key());
    }
    keys.add(playlist.key());
    keys.add(versioned.key());
    let items = store.batch_get(keys).await.unwrap().complete().unwrap();
    assert_loaded(&items, &three_tracks(), &playlist);
    assert!(items.all::<VersionedAttribute>().eq([&versioned]));
}

#[tokio::test]
async fn batch_load_after_batch_write() {
    let store = music().await;
    write(&store, three_tracks().iter().fold(BatchWrite::new(), BatchWrite::put)).await;
    let items = load_all(&store, track_keys(3)).await;
    assert!(items.all::<AlbumTrack>().eq(&three_tracks()));
}

#[tokio::test]
async fn batch_write_greater_than_max_batch_size() {
    let store = music().await;
    let tracks = many_tracks(MAX_BATCH_WRITE + 5);
    write(&store, tracks.iter().fold(BatchWrite::new(), BatchWrite::put)).await;
    let items = load_all(&store, track_keys(MAX_BATCH_WRITE + 5)).await;
    assert!(items.all::<AlbumTrack>().eq(&tracks));
}

#[tokio::test]
async fn batch_load_after_batch_delete() {
    let store = music().await;
    let [first, second, third] = three_tracks();
    write(&store, three_tracks().iter().fold(BatchWrite::new(), BatchWrite::put)).await;
    write(&store, BatchWrite::new().delete(second.key())).await;
    let items = load_all(&store, track_keys(3)).await;
    assert!(items.all::<AlbumTrack>().eq([&first, &third]));
}

#[tokio::test]
async fn batch_load_with_return_capacity_requested() {
    let tracks = many_tracks(MAX_BATCH_READ + 5);
    let (store, playlist) = music_with_playlist(&tracks).await;
    let meter = Meter::new();
    let loaded = store.clone().with_meter(meter.clone()).batch_get(keys(MAX_BATCH_READ + 5)).await.unwrap();
    assert_eq!(loaded.units().read.to_string(), "53");
    assert_loaded(&loaded.complete().unwrap(), &tracks, &playlist);
    // The requests have 100 keys and 6 keys.
    let requests = sorted(meter.take().iter().map(|usage| usage.units.read.to_string()));
    assert_eq!(requests, ["3", "50"]);

    load_all(&store, keys(MAX_BATCH_READ + 5)).await;
    assert_eq!(meter.take(), []);
}
