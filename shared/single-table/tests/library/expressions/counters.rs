//! Arithmetic, and sums that the type of a field can't represent.

use single_table::{Store, Update, WriteError};

use crate::expressions::model::{Meta, MusicTable, Place, Track, track};
use crate::expressions::{key, stocked, stored, updated};
use crate::written::in_place;

/// Asserts that an update fails like a condition, and leaves the track unchanged.
async fn assert_out_of_range(store: &Store<MusicTable>, change: impl Fn(Update<Track>) -> Update<Track>) {
    let before = stored(store).await;
    let result = store.execute(change(Update::new(key()))).await;
    assert_eq!(in_place(result).as_ref(), Some(&before));
    assert_eq!(stored(store).await, before);
}

#[tokio::test]
async fn floats_are_added_and_subtracted_as_decimals() {
    let store = stocked(&Track { rating: 0.1, ..track() }).await;
    let changed =
        updated(&store, |update| update.add(Track::RATING, 0.2).subtract(Track::WEIGHT, 0.25)).await;
    // In binary, the sum would be 0.30000000000000004.
    assert!((changed.rating - 0.3).abs() < f64::EPSILON / 4.0, "{}", changed.rating);
    assert!((changed.weight - 1.25).abs() < f32::EPSILON);
    let changed = updated(&store, |update| update.add(Track::RATING, -0.3)).await;
    assert!(changed.rating.abs() < f64::EPSILON, "{}", changed.rating);
}

#[tokio::test]
async fn a_sum_beyond_an_f32_fails() {
    let store = stocked(&Track { weight: 3.0e38, ..track() }).await;
    assert_out_of_range(&store, |update| update.add(Track::WEIGHT, 1.0e38)).await;
    let changed = updated(&store, |update| update.subtract(Track::WEIGHT, 1.0e38)).await;
    assert!((changed.weight - 2.0e38).abs() < 1.0e33, "{}", changed.weight);
}

#[tokio::test]
async fn an_absent_counter_starts_at_zero_or_at_the_given_number() {
    let store = stocked(&track()).await;
    assert_eq!(updated(&store, |update| update.add(Track::SKIPS, 2)).await.skips, Some(2));
    assert_eq!(updated(&store, |update| update.add_from(Track::SKIPS, 100, 1)).await.skips, Some(3));
    let store = stocked(&track()).await;
    assert_eq!(updated(&store, |update| update.add_from(Track::SKIPS, 100, 1)).await.skips, Some(101));
    // The initial number itself does not need to be a number of the type.
    let store = stocked(&track()).await;
    assert_eq!(updated(&store, |update| update.add_from(Track::SKIPS, -1, 1)).await.skips, Some(0));
    assert_out_of_range(&store, |update| update.add_from(Track::SKIPS, 250, 300)).await;
}

#[tokio::test]
async fn an_absent_counter_that_would_start_out_of_range_is_refused() {
    let store = stocked(&track()).await;
    assert_out_of_range(&store, |update| update.subtract(Track::SKIPS, 1)).await;
    assert_out_of_range(&store, |update| update.add_from(Track::SKIPS, 250, 6)).await;
    assert_out_of_range(&store, |update| update.add(Track::SKIPS, 256)).await;
    assert_eq!(updated(&store, |update| update.add(Track::SKIPS, 255)).await.skips, Some(255));
}

#[tokio::test]
async fn a_sum_is_refused_exactly_where_its_type_ends() {
    let store = stocked(&track()).await;
    assert_out_of_range(&store, |update| update.subtract(Track::PLAYS, 8)).await;
    assert_eq!(updated(&store, |update| update.subtract(Track::PLAYS, 7)).await.plays, 0);
    assert_eq!(updated(&store, |update| update.set(Track::PLAYS, u32::MAX)).await.plays, u32::MAX);
    assert_out_of_range(&store, |update| update.add(Track::PLAYS, 1)).await;
    // No number of the type leaves room for these deltas.
    assert_out_of_range(&store, |update| update.add(Track::PLAYS, i64::MAX)).await;
    assert_out_of_range(&store, |update| update.subtract(Track::PLAYS, i64::MIN)).await;
    assert_eq!(updated(&store, |update| update.subtract(Track::STARS, 125)).await.stars, -128);
    assert_out_of_range(&store, |update| update.subtract(Track::STARS, 1)).await;
    assert_eq!(updated(&store, |update| update.subtract(Track::STARS, -255)).await.stars, 127);
}

#[tokio::test]
async fn counters_within_documents_and_maps_keep_their_range() {
    let store = stocked(&track()).await;
    let place = || Track::META.at(Meta::PLACES).index(0).at(Place::PLACE);
    let changed = updated(&store, |update| {
        update
            .add(place(), 254)
            .add(Track::COUNTS.key("se"), 2)
            .add(Track::COUNTS.key("uk"), 1)
            .subtract(Track::META.at(Meta::PEAK), 1)
            .add(Track::META.at(Meta::SIZE), 45)
    })
    .await;
    assert_eq!((changed.meta.places[0].place, changed.meta.peak, changed.meta.size), (255, 0, Some(45)));
    assert_eq!((changed.counts["se"], changed.counts["uk"]), (5, 1));
    assert_out_of_range(&store, |update| update.add(place(), 1)).await;
    assert_out_of_range(&store, |update| update.subtract(Track::META.at(Meta::PEAK), 1)).await;
    assert_out_of_range(&store, |update| update.subtract(Track::COUNTS.key("de"), 1)).await;
    assert_out_of_range(&store, |update| update.subtract(Track::COUNTS.key("se"), 6)).await;
}

#[tokio::test]
async fn each_sum_of_an_update_has_to_fit() {
    let store = stocked(&track()).await;
    assert_out_of_range(&store, |update| update.add(Track::PLAYS, 1).subtract(Track::LIMIT, 10)).await;
    assert_out_of_range(&store, |update| update.subtract(Track::LIMIT, 10).add(Track::PLAYS, 1)).await;
    let fails = Track::TITLE.eq("other");
    let error = store.execute(Update::new(key()).add(Track::PLAYS, 1).only_if(fails)).await.unwrap_err();
    assert!(matches!(error, WriteError::ConditionFailed { .. }), "{error}");
}
