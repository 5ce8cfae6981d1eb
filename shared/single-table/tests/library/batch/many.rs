//! Batches of any number of keys and writes.

use single_table::{BatchWrite, Entity, Error, KeySet};

use crate::batch::{MusicDb, Play, Track, album, expired, full, keys, music, play, track, written};
use crate::written::metered;

#[tokio::test]
async fn a_batch_read_takes_any_number_of_any_entities_and_answers_in_order() {
    let store = full(80).await;
    written(&store, BatchWrite::new().put(&expired(7))).await;
    let (store, meter) = metered(store);
    // The last five keys of each entity have no item, and two keys are added twice.
    let (mut keys, slots) = keys(85);
    let again = keys.add(track(3).key());
    let twice = keys.add(play(84).key());
    assert_eq!((keys.len(), keys.contains(again)), (257, true));
    let loaded = store.batch_get(keys).await.unwrap();
    let units = loaded.units();
    let mut items = loaded.complete().unwrap();

    let requests = meter.take();
    assert_eq!(requests.len(), 3, "255 keys are three requests, whatever their tables");
    for usage in &requests {
        let mut entities = usage.entities.clone();
        entities.sort_unstable();
        assert_eq!(entities, ["Album", "Play", "Track"], "each name once");
    }
    let sum: f64 = requests.iter().map(|usage| usage.units.read).sum();
    assert!(units.read > 0.0 && (units.read - sum).abs() < f64::EPSILON, "{units:?}");

    for (number, slot) in (0..85).zip(slots.albums) {
        let there = number < 80 && number != 7;
        assert_eq!(items.get(slot).unwrap(), there.then(|| album(number)).as_ref());
    }
    for (number, slot) in (0..85).zip(slots.plays) {
        assert_eq!(items.get(slot).unwrap(), (number < 80).then(|| play(number)).as_ref());
    }
    let tracks: Vec<_> = items.all::<Track>().map(|track| track.number).collect();
    assert_eq!(tracks, (0..80).chain([3]).collect::<Vec<_>>());
    assert_eq!(items.get(twice).unwrap(), None);
    for slot in [slots.tracks[3], again] {
        assert_eq!(items.take(slot).unwrap(), Some(track(3)));
        assert_fails!(items.take(slot), Error::NotRead { entity: "Track" });
    }
}

#[tokio::test]
async fn a_batch_read_of_nothing_asks_for_nothing() {
    let (store, meter) = metered(music().await);
    let keys = KeySet::new();
    assert!(keys.is_empty());
    let items = store.batch_get(keys).await.unwrap().complete().unwrap();
    assert_eq!(items.all::<Track>().count(), 0);
    store.transact_get(KeySet::new()).await.unwrap();
    written(&store, BatchWrite::new()).await;
    assert!(meter.take().is_empty());
}

#[tokio::test]
async fn keys_of_one_entity_are_answered_in_their_order() {
    let store = full(2).await;
    let keys = [track(1).key(), track(9).key(), track(0).key(), track(1).key()];
    let expected = [Some(track(1)), None, Some(track(0)), Some(track(1))];
    let loaded = store.get_many::<Track>(&keys).await.unwrap();
    let half = loaded.units().read;
    assert_eq!(loaded.complete().unwrap(), expected);
    let loaded = store.get_many::<Track>(&keys).consistent().await.unwrap();
    assert!((loaded.units().read - 2.0 * half).abs() < f64::EPSILON, "consistent reads cost twice as much");
    assert_eq!(loaded.complete().unwrap(), expected);
}

#[tokio::test]
async fn the_last_write_of_a_key_is_done() {
    let (store, meter) = metered(full(2).await);
    let other = |title: &str| Track { title: title.to_owned(), ..track(0) };
    let batch = BatchWrite::new()
        .delete(track(0).key())
        .put(&play(0))
        .put(&other("first"))
        .put(&track(1))
        .delete(play(0).key())
        .put(&other("last"))
        .delete(track(1).key());
    assert_eq!(batch.len(), 7);
    assert!(!batch.is_empty());
    written(&store, batch).await;
    let (keys, slots) = keys(2);
    let items = store.batch_get(keys).consistent().await.unwrap().complete().unwrap();
    assert_eq!(items.get(slots.tracks[0]).unwrap(), Some(&other("last")));
    assert_eq!(items.get(slots.tracks[1]).unwrap(), None);
    assert_eq!(items.get(slots.plays[0]).unwrap(), None);
    assert_eq!(items.get(slots.plays[1]).unwrap(), Some(&play(1)));
    assert_eq!(meter.take()[0].entities, ["Track", "Play"]);
}

#[tokio::test]
async fn batches_that_cannot_be_built_are_refused_before_any_request() {
    let (store, meter) = metered(music().await);
    let long = || Play { user: "u".repeat(3_000), ..play(0) };
    let mut keys = KeySet::new();
    keys.add(track(0).key());
    keys.add(long().key());
    assert_fails!(store.batch_get(keys).await, Error::Key { .. });
    assert_fails!(store.batch_write(BatchWrite::new().put(&track(0)).put(&long())).await, Error::Key { .. });
    assert!(meter.take().is_empty());
}

#[tokio::test]
async fn a_slot_of_another_set_finds_nothing() {
    let store = full(1).await;
    let (keys, slots) = keys(1);
    let mut others = KeySet::<MusicDb>::new();
    let wrong_type = others.add(track(0).key());
    let same_place = others.add(track(8).key());
    others.add(track(1).key());
    let behind = others.add(track(3).key());
    assert!(others.contains(same_place) && !others.contains(slots.tracks[0]));
    let items = store.batch_get(keys).await.unwrap().complete().unwrap();
    for slot in [wrong_type, same_place, behind] {
        assert_eq!(
            items.get(slot).unwrap_err().to_string(),
            "no Track was read for this key: it was left unread, taken already, or added to another set"
        );
    }
}
