//! Reads by key.

use single_table::testing::Operation;
use single_table::{Entity as _, KeySet};

use crate::reads::{Album, AlbumKey, Track, TrackTitle, album, music, track};

fn is_send<T: Send>(value: T) -> T {
    value
}

#[tokio::test]
async fn a_read_is_consistent_where_it_is_asked_to_be() {
    let (store, faults, ..) = music().await;
    let key = track(1).key();
    let keys = [key.clone(), track(20).key()];
    assert_eq!(store.get(&key).await.unwrap(), Some(track(1)));
    assert_eq!(store.get(&key).consistent().await.unwrap(), Some(track(1)));
    store.get_many::<Track>(&keys).await.unwrap().complete().unwrap();
    let found = store.get_many::<Track>(&keys).consistent().await.unwrap().complete().unwrap();
    assert_eq!(found, [Some(track(1)), None]);
    let set = || {
        let mut set = KeySet::new();
        (set.add(key.clone()), set)
    };
    store.batch_get(set().1).await.unwrap().complete().unwrap();
    let (slot, keys) = set();
    let found = store.batch_get(keys).consistent().await.unwrap().complete().unwrap();
    assert_eq!(found.get(slot).unwrap(), Some(&track(1)));

    let requests = faults.requests();
    let gets = requests.iter().filter(|request| request.operation == Operation::GetItem);
    let gets: Vec<_> = gets.map(|request| request.body["ConsistentRead"] == true).collect();
    assert_eq!(gets, [false, true]);
    let table =
        |body: &serde_json::Value| body["RequestItems"].as_object().unwrap().values().next().unwrap().clone();
    let batches = requests.iter().filter(|request| request.operation == Operation::BatchGetItem);
    let batches: Vec<_> = batches.map(|request| table(&request.body)["ConsistentRead"] == true).collect();
    assert_eq!(batches, [false, true, false, true]);
}

#[tokio::test]
async fn an_expired_item_is_not_found_by_its_key() {
    let (store, ..) = music().await;
    assert_eq!(store.get(&track(3).key()).await.unwrap(), None);
    assert_eq!(store.get(&track(3).key()).project::<TrackTitle>().await.unwrap(), None);
    let found =
        store.get_many::<Track>(&[track(3).key(), track(4).key()]).project::<TrackTitle>().await.unwrap();
    let title = TrackTitle { title: "title 04".to_owned() };
    assert_eq!(found.complete().unwrap(), [None, Some(title)]);
}

#[tokio::test]
async fn reads_run_in_tasks_of_their_own() {
    let (store, ..) = music().await;
    let task = tokio::spawn(async move {
        let key = track(1).key();
        let mut keys = KeySet::new();
        let slot = keys.add(AlbumKey { album: album().album });
        let album = is_send(store.transact_get(keys).into_future()).await.unwrap();
        let found = is_send(store.get(&key).into_future()).await.unwrap();
        (album.get(slot).unwrap().cloned(), found)
    });
    let (album_found, track_found): (Option<Album>, Option<Track>) = task.await.unwrap();
    assert_eq!((album_found, track_found), (Some(album()), Some(track(1))));
}

#[tokio::test]
async fn a_key_that_cannot_be_made_is_refused_without_a_request() {
    let (store, faults, ..) = music().await;
    let before = faults.requests().len();
    let key = AlbumKey { album: "x".repeat(3_000) };
    let error = store.get(&key).await.unwrap_err();
    let expected = "a key of Album can't be built or read: the partition key has 3006 bytes";
    assert!(error.to_string().starts_with(expected), "{error}");
    let error = store.get_many::<Album>(&[key]).await.unwrap_err();
    let expected = "a key of Album can't be built or read: the partition key has 3006 bytes";
    assert!(error.to_string().starts_with(expected), "{error}");
    assert_eq!(faults.requests().len(), before);
}
