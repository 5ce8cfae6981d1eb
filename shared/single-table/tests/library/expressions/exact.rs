//! Comparisons of absent values, and ranges of one number. moto evaluates them differently from DynamoDB.

use crate::expressions::model::{Track, track};
use crate::expressions::{holds, stocked, updated};

#[tokio::test]
async fn a_number_and_an_absent_field_have_no_size() {
    let store = stocked(&track()).await;
    assert!(!holds(&store, || Track::PLAYS.size().ge(0) | Track::NOTE.size().ge(0)).await);
    assert!(holds(&store, || Track::PLAYS.size().ne(0) & Track::NOTE.size().ne(0)).await);
}

#[tokio::test]
async fn a_field_without_a_value_is_equal_to_no_other_field() {
    let store = stocked(&track()).await;
    assert!(!holds(&store, || Track::NOTE.eq(Track::NOTE)).await);
    assert!(holds(&store, || Track::NOTE.ne(Track::NOTE)).await);
}

#[tokio::test]
async fn zero_alone_leaves_room_for_the_greatest_number() {
    let store = stocked(&Track { plays: 0, ..track() }).await;
    assert_eq!(updated(&store, |update| update.add(Track::PLAYS, u32::MAX.into())).await.plays, u32::MAX);
}
