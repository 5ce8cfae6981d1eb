//! Expressions that are too long for DynamoDB.

use single_table::{Condition, Error, Put, WriteError};

use crate::expressions::model::{Track, TrackItems, track};
use crate::expressions::{refused, stocked};
use crate::written::failed;

fn any_of(number: usize) -> Condition<Track> {
    let conditions = (0..number).map(|value| Track::COUNTS.key(value.to_string()).eq(1));
    conditions.reduce(|left, right| left | right).expect("at least one")
}

async fn error_of(condition: Condition<Track>) -> Error {
    let store = stocked(&track()).await;
    failed(store.execute(Put::new(&track()).only_if(condition)).await.expect_err("the condition is refused"))
}

#[tokio::test]
async fn a_condition_of_more_than_4_kb_is_refused() {
    let error = error_of(any_of(250)).await;
    let Error::ExpressionTooLong { expression: "ConditionExpression", limit: 4_096, given } = error else {
        panic!("{error}");
    };
    // `#n0.#n250 = :v250 OR `, with numbers of up to three digits.
    assert!((4_097..=250 * 22).contains(&given), "{given}");
    assert_eq!(
        error.to_string(),
        format!(
            "the ConditionExpression has {given} bytes, of which DynamoDB takes at most 4096: use fewer conditions or changes \
             in one request"
        )
    );
}

#[tokio::test]
async fn a_filter_of_more_than_4_kb_is_refused() {
    let store = stocked(&track()).await;
    let query = TrackItems::query(track().album);
    let error = store.all(query.filter(any_of(125)).filter(any_of(125))).await.unwrap_err();
    assert!(matches!(error, Error::ExpressionTooLong { expression: "FilterExpression", .. }), "{error}");
    let error = store.all(TrackItems::scan().filter(any_of(250))).await.unwrap_err();
    assert!(matches!(error, Error::ExpressionTooLong { expression: "FilterExpression", .. }), "{error}");
}

#[tokio::test]
async fn an_update_of_more_than_4_kb_is_refused() {
    let store = stocked(&track()).await;
    let error = refused(&store, |update| {
        (0..400).fold(update, |update, value| update.set(Track::COUNTS.key(value.to_string()), 1))
    });
    let error = error.await;
    assert!(matches!(error, Error::ExpressionTooLong { expression: "UpdateExpression", .. }), "{error}");
}

#[tokio::test]
async fn a_condition_with_300_operators_is_accepted_and_one_with_301_is_refused() {
    // Every comparison except the first adds two operators, itself and an `OR`.
    let any_of = |number: u32| {
        (0..number)
            .map(|value| Track::PLAYS.eq(value))
            .reduce(|left, right| left | right)
            .expect("at least one")
    };
    let store = stocked(&track()).await;
    let put = |condition| store.execute(Put::new(&track()).only_if(condition));
    assert!(matches!(put(!any_of(150)).await.unwrap_err(), WriteError::ConditionFailed { .. }));
    put(any_of(150)).await.unwrap();
    let error = failed(put(any_of(151)).await.unwrap_err());
    assert_eq!(
        error.to_string(),
        "the ConditionExpression has 301 operators and functions, of which DynamoDB takes at most 300: use fewer conditions or \
         changes in one request"
    );
    assert!(matches!(error, Error::TooManyOperators { limit: 300, given: 301, .. }));
}

#[tokio::test]
async fn a_list_of_100_values_is_accepted_and_one_of_101_is_refused() {
    let store = stocked(&track()).await;
    let values = |number: u32| Track::PLAYS.is_in((0..number).collect::<Vec<_>>());
    store.execute(Put::new(&track()).only_if(values(100))).await.unwrap();
    let error = error_of(values(101)).await;
    assert_eq!(
        error.to_string(),
        "`is_in` of `plays` has 101 values, of which DynamoDB takes at most 100: join several `is_in` with `|`"
    );
    assert!(matches!(error, Error::TooManyValues { limit: 100, given: 101, .. }));
    // NULL is not a value of the list.
    let optional = Track::SKIPS.is_in((0..100).map(Some).chain([None]));
    store.execute(Put::new(&track()).only_if(optional)).await.unwrap();
}
