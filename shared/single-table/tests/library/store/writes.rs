//! Writes of one item, and their conditions.

use single_table::{Condition, Delete, Entity, Error, Update, WriteError};

use crate::store::*;
use crate::written::transaction_of;

#[tokio::test]
async fn an_item_comes_back_as_it_went_in_and_carries_its_keys() {
    let (client, store, table) = engine::table::<MusicTable>().await;
    let track = Track { note: Some("a # b".to_owned()), ..track("Ring #1", 2) };
    store.insert(&track).await.unwrap();
    assert_eq!(store.get::<Track>(&track.key()).await.unwrap(), Some(track.clone()));
    assert_eq!(store.get::<Track>(&track.key()).consistent().await.unwrap(), Some(track));

    let items = client.scan().table_name(table).send().await.unwrap().items.unwrap();
    let text = |name: &str| items[0][name].as_s().unwrap().as_str();
    assert_eq!(text("type"), "Track");
    assert_eq!(text("pk"), "Track#Ring$P$S1");
    assert_eq!(text("sk"), "00002");
    assert_eq!(text("gsiOnePk"), "Track#ABBA");
    assert_eq!(text("gsiOneSk"), "01972#Track$P$S2");
    assert_eq!(text("lsiOneSk"), "0000000998");
    assert_eq!(text("albumId"), "Ring #1");
}

#[tokio::test]
async fn a_failed_condition_gives_the_item_that_stood_in_the_way() {
    let store = music(1).await;
    let second = Track { title: "Other".to_owned(), ..track("Arrival", 1) };
    let error = store.insert(&second).await.unwrap_err();
    assert_eq!(error.into_condition_failed().unwrap(), Some(track("Arrival", 1)));

    let missing = TrackKey { album_id: "Arrival".to_owned(), number: 9 };
    let error = store.execute(Delete::<Track>::new(missing).only_if(Condition::live())).await.unwrap_err();
    assert_eq!(error.into_condition_failed().unwrap(), None);
    let unstorable = Track { title: "x".repeat(3_000), ..second };
    let error = store.insert(&unstorable).await.unwrap_err();
    assert!(matches!(error.into_condition_failed(), Err(WriteError::Failed(Error::Key { .. }))));
}

#[tokio::test]
async fn an_update_sets_adds_removes_and_moves_index_keys() {
    let store = music(3).await;
    let key = track("Arrival", 2).key();
    let update =
        Update::new(key.clone()).set(Track::NOTE, "live").add(Track::STARS, 5).rekey::<TracksByPlays>(&(7,));
    store.execute(update).await.unwrap();
    let changed = store.get::<Track>(&key).await.unwrap().unwrap();
    assert_eq!((changed.note.as_deref(), changed.stars, changed.play_count), (Some("live"), 5, 7));

    let by_plays = store.all(TracksByPlays::query("Arrival".to_owned()).consistent()).await.unwrap();
    assert_eq!(numbers(&by_plays), [2, 3, 1]);

    store.execute(Update::new(key.clone()).remove(Track::NOTE).add(Track::STARS, -2)).await.unwrap();
    let changed = store.get::<Track>(&key).await.unwrap().unwrap();
    assert_eq!((changed.note, changed.stars), (None, 3));
}

#[tokio::test]
async fn an_update_of_a_missing_item_fails_and_makes_none() {
    let store = music(1).await;
    let missing = || TrackKey { album_id: "Arrival".to_owned(), number: 9 };
    let update = || Update::new(missing()).add(Track::STARS, 1);
    for update in [update(), update().only_if(Condition::absent() | Track::STARS.absent())] {
        assert_fails!(store.execute(update).await, WriteError::ConditionFailed { item: None });
    }
    assert_fails!(store.execute(update().returning_new()).await, WriteError::ConditionFailed { item: None });
    assert!(store.transact(transaction_of(update())).cancelled().await.unwrap().is_some());
    let tracks = TracksByPlays::query("Arrival".to_owned()).consistent();
    assert_eq!(store.all(tracks).await.unwrap(), [track("Arrival", 1)]);
}

#[tokio::test]
async fn an_upsert_makes_a_whole_entity() {
    let store = music(0).await;
    let key = TrackCountKey { album_id: "Arrival".to_owned() };
    for _ in 0..2 {
        store.execute(Update::upsert(key.clone()).add(TrackCount::TRACKS, 2)).await.unwrap();
    }
    let expected = TrackCount { album_id: "Arrival".to_owned(), tracks: 4 };
    assert_eq!(store.get::<TrackCount>(&key).await.unwrap(), Some(expected));
}

#[tokio::test]
async fn an_addition_that_leaves_no_number_of_the_type_fails() {
    let store = music(0).await;
    let key = TrackCountKey { album_id: "Arrival".to_owned() };
    let count = |delta| store.execute(Update::upsert(key.clone()).add(TrackCount::TRACKS, delta));
    let tracks = async || store.get::<TrackCount>(&key).consistent().await.unwrap().map(|count| count.tracks);
    for (delta, is_done, expected) in [
        (-1, false, None),
        (2, true, Some(2)),
        (-3, false, Some(2)),
        (-2, true, Some(0)),
        (i64::MAX, true, Some(i64::MAX.unsigned_abs())),
        (i64::MAX, true, Some(u64::MAX - 1)),
        (2, false, Some(u64::MAX - 1)),
        (1, true, Some(u64::MAX)),
        (i64::MIN, true, Some(u64::MAX - i64::MIN.unsigned_abs())),
    ] {
        match count(delta).await {
            Ok(_) => assert!(is_done, "{delta}"),
            Err(error) => assert!(!is_done && matches!(error, WriteError::ConditionFailed { .. }), "{error}"),
        }
        assert_eq!(tracks().await, expected, "after {delta}");
    }
}

#[tokio::test]
async fn conditions_join_and_compare() {
    let store = music(1).await;
    let key = track("Arrival", 1).key();
    let holds = [
        Track::PLAY_COUNT.eq(999),
        Track::PLAY_COUNT.ne(1),
        Track::PLAY_COUNT.lt(1_000) & Track::PLAY_COUNT.le(999),
        Track::PLAY_COUNT.gt(998) & Track::PLAY_COUNT.ge(999),
        Track::NOTE.absent() & Track::ARTIST.exists(),
        Condition::absent() | Track::ARTIST.eq("ABBA"),
        !Track::ARTIST.eq("Queen"),
    ];
    for condition in holds {
        let text = format!("{condition:?}");
        store.execute(Update::new(key.clone()).add(Track::STARS, 1).only_if(condition)).await.expect(&text);
    }
    assert_eq!(store.get::<Track>(&key).await.unwrap().unwrap().stars, 7);
    let fails = Track::PLAY_COUNT.gt(999) | Track::NOTE.exists();
    let error = store.execute(Delete::new(key).only_if(fails)).await.unwrap_err();
    assert!(matches!(error, WriteError::ConditionFailed { .. }), "{error}");
}
