//! Keys and writes that DynamoDB leaves undone.

use std::num::NonZeroUsize;

use single_table::testing::{Fault, Faults, Operation, Target, Times};
use single_table::{BatchWrite, Entity, Error, KeySet};

use crate::batch::{Album, MusicDb, Play, Slots, Track, album, behind, filled, keys, play, track, written};

/// 250 keys: one more of albums than of each of the other two entities.
fn keys_250() -> (KeySet<MusicDb>, Slots) {
    let (mut keys, mut slots) = keys(83);
    slots.albums.push(keys.add(album(83).key()));
    (keys, slots)
}

fn third() -> Fault {
    Fault::UnprocessedKeys { every: NonZeroUsize::new(3).expect("not zero") }
}

#[tokio::test]
async fn all_250_keys_of_three_entities_come_back_where_a_third_is_left_unread_each_time() {
    let faults = Faults::new();
    let store = filled(behind(&faults).await, 84).await;
    faults.arm(third(), Times::Always);
    let (keys, slots) = keys_250();
    let items = store.batch_get(keys).await.unwrap().complete().unwrap();

    let albums: Vec<_> = (0..84).map(album).collect();
    let tracks: Vec<_> = (0..83).map(track).collect();
    let plays: Vec<_> = (0..83).map(play).collect();
    assert!(items.all::<Album>().eq(&albums), "in the order of the keys");
    assert!(items.all::<Track>().eq(&tracks), "in the order of the keys");
    assert!(items.all::<Play>().eq(&plays), "in the order of the keys");
    for (slot, play) in slots.plays.into_iter().zip(&plays) {
        assert_eq!(items.get(slot).unwrap(), Some(play));
    }
    let reads = faults.requests().into_iter().filter(|request| request.operation == Operation::BatchGetItem);
    assert!(reads.count() > 3, "three requests would do if nothing came back");
}

#[tokio::test]
async fn keys_that_are_never_read_are_a_value_that_can_be_asked_for_again() {
    let faults = Faults::new();
    let store = filled(behind(&faults).await, 84).await;
    // DynamoDB either leaves all keys unprocessed, or throttles the request because it can read none of them.
    let all = Fault::UnprocessedKeys { every: NonZeroUsize::MIN };
    for nothing in [all, Fault::Throttled(Target::Only(Operation::BatchGetItem))] {
        faults.arm(third(), Times::Next(2));
        faults.arm(nothing, Times::Always);
        let (keys, slots) = keys_250();
        let (read, left) = store.batch_get(keys).await.unwrap().into_parts();
        assert_eq!(left.len(), 250 - 2 * (100 - 33));
        let unread = |slot| match read.get(slot) {
            Ok(album) => {
                assert!(album.is_some() && !left.contains(slot));
                false
            }
            Err(error) => {
                assert!(matches!(error, Error::NotRead { .. }) && left.contains(slot));
                true
            }
        };
        let unread: Vec<_> = slots.albums.into_iter().zip(0..).filter(|(slot, _)| unread(*slot)).collect();
        assert!(!unread.is_empty());

        faults.clear();
        let rest = store.batch_get(left).await.unwrap().complete().unwrap();
        for (slot, number) in unread {
            assert_eq!(rest.get(slot).unwrap(), Some(&album(number)), "the slots stay good");
        }
        let read = (read.all::<Track>().count(), read.all::<Play>().count());
        let rest = (rest.all::<Track>().count(), rest.all::<Play>().count());
        assert_eq!((read.0 + rest.0, read.1 + rest.1), (83, 83));
    }
    faults.arm(all, Times::Always);
    let error = store.batch_get(keys_250().0).await.unwrap().complete().unwrap_err();
    assert_eq!(error.keys, 250);
}

#[tokio::test]
async fn writes_that_are_handed_back_are_sent_again_and_never_forgotten() {
    let faults = Faults::new();
    faults.arm(Fault::UnprocessedItems { every: NonZeroUsize::new(3).unwrap() }, Times::Always);
    let store = filled(behind(&faults).await, 20).await;
    let (set, _) = keys(20);
    let items = store.batch_get(set).await.unwrap().complete().unwrap();
    assert_eq!(items.all::<Play>().count() + items.all::<Track>().count(), 40);

    faults.arm(Fault::UnprocessedItems { every: NonZeroUsize::MIN }, Times::Always);
    let batch = BatchWrite::new().delete(album(3).key()).delete(play(3).key()).put(&track(90));
    let (_, left) = store.batch_write(batch).await.unwrap().into_parts();
    assert_eq!(left.len(), 3);
    faults.clear();
    written(&store, left).await;
    let (mut set, slots) = keys(20);
    let new = set.add(track(90).key());
    let items = store.batch_get(set).await.unwrap().complete().unwrap();
    assert_eq!(items.get(slots.albums[3]).unwrap(), None);
    assert_eq!(items.get(slots.plays[3]).unwrap(), None);
    assert_eq!(items.get(new).unwrap(), Some(&track(90)));
}
