//! Conditions and updates: their values, paths into documents, and the limits of an expression.

mod agreement;
mod comparisons;
mod counters;
mod documents;
mod exact;
mod expired;
mod limits;
mod lists_and_sets;
mod lost_answers;
mod model;
mod operands;
mod refusals;

use single_table::{Check, Condition, Entity as _, Error, Put, Store, Update};

use crate::engine;
use crate::expressions::model::{MusicTable, Track, TrackItems, TrackKey, track};
use crate::written::{failed, transaction_of};

/// A store with one item.
async fn stocked(track: &Track) -> Store<MusicTable> {
    let (_, store, _) = engine::table::<MusicTable>().await;
    store.execute(Put::new(track)).await.expect("the track is written");
    store
}

/// Returns true if the condition holds for the track of the store, as a filter and as a condition of a write.
async fn holds(store: &Store<MusicTable>, condition: impl Fn() -> Condition<Track>) -> bool {
    let query = TrackItems::query(track().album).filter(condition());
    let found = store.all(query).await.expect("the filter is accepted").len() == 1;
    let checked = store.transact(transaction_of(Check::new(key(), condition()))).await.is_ok();
    assert_eq!(found, checked, "the filter and the condition differ: {:?}", condition());
    found
}

/// Makes an update of the track, and returns the track afterwards.
async fn updated(store: &Store<MusicTable>, change: impl FnOnce(Update<Track>) -> Update<Track>) -> Track {
    store.execute(change(Update::new(key()))).await.expect("the update is made");
    stored(store).await
}

/// Returns the error of an update that does not happen.
async fn refused(store: &Store<MusicTable>, change: impl FnOnce(Update<Track>) -> Update<Track>) -> Error {
    let before = stored(store).await;
    let error = store.execute(change(Update::new(key()))).await.expect_err("the update is refused");
    assert_eq!(stored(store).await, before, "a refused update changes nothing");
    failed(error)
}

async fn stored(store: &Store<MusicTable>) -> Track {
    store.get(&key()).consistent().await.expect("an answer").expect("the track is there")
}

fn key() -> TrackKey {
    track().key()
}
