//! Updates whose answer from the engine is lost. Updates that are not idempotent are sent once.

use single_table::testing::{Fault, Faults, Operation, Target, Times};
use single_table::{Error, Put, Store, Update, WriteError};

use crate::expressions::model::{MusicTable, Publisher, Track, line, publisher, track};
use crate::expressions::{engine, key, stored};

/// Returns a store with the track, in which the answer to the next update is lost.
async fn losing() -> (Store<MusicTable>, Faults) {
    let (client, _, table) = engine::table::<MusicTable>().await;
    let faults = Faults::new();
    let store = Store::new(faults.client(&client), table);
    let track = Track { publisher: Some(publisher()), ..track() };
    store.execute(Put::new(&track)).await.expect("the track is written");
    faults.arm(Fault::LostResponse(Target::Only(Operation::UpdateItem)), Times::Next(1));
    (store, faults)
}

fn updates(faults: &Faults) -> usize {
    faults.requests().iter().filter(|request| request.operation == Operation::UpdateItem).count()
}

/// Asserts that an update whose answer is lost is sent only once, and that it happened.
async fn assert_sent_once(
    change: impl FnOnce(Update<Track>) -> Update<Track>,
    happened: impl FnOnce(&Track) -> bool,
) {
    let (store, faults) = losing().await;
    let error = store.execute(change(Update::new(key()))).await.expect_err("the answer is lost");
    assert!(matches!(error, WriteError::Failed(Error::Unreachable { .. })), "{error}");
    assert_eq!(updates(&faults), 1);
    let track = stored(&store).await;
    assert!(happened(&track), "{track:?}");
}

/// Asserts that an update whose answer is lost is sent again, and that it happened.
async fn assert_sent_again(
    change: impl FnOnce(Update<Track>) -> Update<Track>,
    happened: impl FnOnce(&Track) -> bool,
) {
    let (store, faults) = losing().await;
    store.execute(change(Update::new(key()))).await.expect("the second try is answered");
    assert_eq!(updates(&faults), 2);
    let track = stored(&store).await;
    assert!(happened(&track), "{track:?}");
}

#[tokio::test]
async fn arithmetic_is_sent_once() {
    assert_sent_once(|update| update.add(Track::PLAYS, 1), |track| track.plays == 8).await;
    assert_sent_once(|update| update.subtract(Track::STARS, 1), |track| track.stars == -4).await;
    assert_sent_once(|update| update.add_from(Track::SKIPS, 9, 1), |track| track.skips == Some(10)).await;
    assert_sent_once(|update| update.add(Track::COUNTS.key("se"), 1), |track| track.counts["se"] == 4).await;
    let mixed = |update: Update<Track>| update.set(Track::TITLE, "x").add(Track::RATING, 1.0);
    assert_sent_once(mixed, |track| track.title == "x").await;
}

#[tokio::test]
async fn updates_that_lengthen_or_shorten_a_list_are_sent_once() {
    assert_sent_once(|update| update.append(Track::TAGS, ["a"]), |track| track.tags.len() == 3).await;
    assert_sent_once(|update| update.prepend(Track::TAGS, ["a"]), |track| track.tags.len() == 3).await;
    assert_sent_once(|update| update.set(Track::TAGS.index(7), "a"), |track| track.tags.len() == 3).await;
    let removed = |track: &Track| track.lines == [line("You can jive", None)];
    assert_sent_once(|update| update.remove(Track::LINES.index(0)), removed).await;
}

#[tokio::test]
async fn idempotent_updates_are_sent_again() {
    assert_sent_again(|update| update.set(Track::TITLE, "ADD b"), |track| track.title == "ADD b").await;
    assert_sent_again(|update| update.set_if_absent(Track::NOTE, "a"), |track| track.note.is_some()).await;
    assert_sent_again(|update| update.remove(Track::COUNTS.key("se")), |track| track.counts.is_empty()).await;
    assert_sent_again(|update| update.add_to_set(Track::YEARS, [1977]), |track| track.years.len() == 2).await;
    let deleted = |track: &Track| track.labels.is_empty();
    assert_sent_again(|update| update.delete_from_set(Track::LABELS, ["gold"]), deleted).await;
    let moved = |track: &Track| track.publisher.as_ref().is_some_and(|publisher| publisher.city.is_some());
    assert_sent_again(|update| update.set(Track::PUBLISHER.at(Publisher::CITY), "Umeå"), moved).await;
}
