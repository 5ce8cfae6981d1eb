//! Transactional reads.

use single_table::{BatchWrite, Entity, Error, KeySet, Put, Transaction};

use crate::batch::{Play, Track, expired, full, keys, music, play, track, written};
use crate::written::metered;

#[tokio::test]
async fn a_transactional_read_answers_as_a_batch_read_does() {
    let store = full(40).await;
    written(&store, BatchWrite::new().put(&expired(7))).await;
    let (store, meter) = metered(store);
    let (mut keys, slots) = keys(33);
    let again = keys.add(track(32).key());
    let absent = keys.add(track(90).key());
    let items = store.transact_get(keys).await.unwrap();
    let tracks: Vec<_> = items.all::<Track>().map(|track| track.number).collect();
    assert_eq!(tracks, (0..33).chain([32]).collect::<Vec<_>>());
    assert_eq!(items.get(slots.plays[20]).unwrap(), Some(&play(20)));
    assert_eq!(items.get(slots.albums[7]).unwrap(), None);
    assert_eq!(items.get(again).unwrap(), Some(&track(32)));
    assert_eq!(items.get(absent).unwrap(), None);
    let usage = meter.take();
    assert_eq!((usage.len(), usage[0].operation), (1, "TransactGetItems"));
    assert_eq!(usage[0].entities, ["Album", "Track", "Play"]);
    assert!(usage[0].units.read > 0.0);
}

#[tokio::test]
async fn a_transactional_read_has_at_most_100_keys() {
    let (store, meter) = metered(music().await);
    let (mut keys, _) = keys(33);
    keys.add(track(90).key());
    keys.add(track(91).key());
    assert_fails!(store.transact_get(keys).await, Error::TooManyOperations { given: 101, most: 100 });
    assert!(meter.take().is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_transactional_read_sees_one_moment() {
    let store = full(1).await;
    let title = |round: u32| format!("round {round}");
    let change = move |round: u32| {
        let mut transaction = Transaction::new();
        transaction.add(Put::new(&Track { title: title(round), ..track(0) }));
        transaction.add(Put::new(&Play { title: title(round), ..play(0) }));
        transaction
    };
    store.transact(change(0)).await.unwrap();
    let writer = store.clone();
    let rounds = tokio::spawn(async move {
        for round in 1..=50 {
            writer.transact(change(round)).await.expect("it is written");
        }
    });
    let mut seen = 0;
    while !rounds.is_finished() || seen == 0 {
        let mut keys = KeySet::new();
        let (track, play) = (keys.add(track(0).key()), keys.add(play(0).key()));
        let items = store.transact_get(keys).await.unwrap();
        let (track, play) = (items.get(track).unwrap().unwrap(), items.get(play).unwrap().unwrap());
        assert_eq!(track.title, play.title);
        seen += 1;
    }
    rounds.await.unwrap();
}
