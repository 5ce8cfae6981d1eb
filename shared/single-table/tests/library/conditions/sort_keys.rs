//! Tests every condition on the sort key, on plain views and inside an item collection, against the same comparison of tuples.

use single_table::query::{Range, SomeSortKeys};
use single_table::{Query, Store};

use crate::conditions::*;

type OrderQuery = Query<OrderItems>;
type ParcelQuery = Query<ParcelItems>;
type Narrowed<V> = Query<V, SomeSortKeys>;

/// Asks both kinds of views the same questions, and compares the answers with those for the tuples.
async fn same(
    store: &Store<ShopTable>,
    what: &str,
    orders: impl Fn(OrderQuery) -> Narrowed<OrderItems>,
    parcels: impl Fn(ParcelQuery) -> Narrowed<ParcelItems>,
    holds: impl Fn(&str, u8) -> bool,
) {
    let mut expected: Vec<_> = pairs().filter(|(state, number)| holds(state, *number)).collect();
    expected.sort_unstable();
    let expected: Vec<_> = expected.into_iter().map(|(state, number)| (state.to_owned(), number)).collect();
    let orders = || orders(OrderItems::query(CUSTOMER.to_owned())).limit(2);
    let parcels = || parcels(ParcelItems::query(CUSTOMER.to_owned())).limit(2);
    // Pages of two make every condition continue after an offset.
    let found = store.all(orders()).await.expect("orders");
    let found: Vec<_> = found.into_iter().map(|order| (order.state, order.number)).collect();
    assert_eq!(found, expected, "{what} in a collection");
    let found = store.all(parcels()).await.expect("parcels");
    let found: Vec<_> = found.into_iter().map(|parcel| (parcel.state, parcel.number)).collect();
    assert_eq!(found, expected, "{what}");
    assert_eq!(store.count(orders()).await.expect("a count"), expected.len() as u64, "count of {what}");
    assert_eq!(store.count(parcels()).await.expect("a count"), expected.len() as u64, "count of {what}");
}

macro_rules! same {
    ($store:expr, $method:ident($($bound:expr),+), $holds:expr) => {{
        let what = format!("{} {:?}", stringify!($method), ($($bound,)+));
        same(&$store, &what, |query| query.$method($(&$bound),+), |query| query.$method($(&$bound),+), $holds).await;
    }};
}

#[tokio::test]
async fn whole_keys_compare_as_tuples_do() {
    let store = shop().await;
    for (state, number) in pairs() {
        let bound = (state, number);
        same!(store, equals(bound), |s, n| (s, n) == bound);
        same!(store, at_least(bound), |s, n| (s, n) >= bound);
        same!(store, greater_than(bound), |s, n| (s, n) > bound);
        same!(store, at_most(bound), |s, n| (s, n) <= bound);
        same!(store, less_than(bound), |s, n| (s, n) < bound);
        same!(store, between(bound, ("OPENED", 10_u8)), |s, n| (s, n) >= bound);
    }
}

#[tokio::test]
async fn first_components_stand_for_every_key_they_open() {
    let store = shop().await;
    for state in STATES {
        let bound = (state,);
        same!(store, begins_with(()), |_, _| true);
        same!(store, begins_with(bound), |s, _| s == state);
        same!(store, at_least(bound), |s, _| s >= state);
        same!(store, greater_than(bound), |s, _| s > state);
        same!(store, at_most(bound), |s, _| s <= state);
        same!(store, less_than(bound), |s, _| s < state);
        same!(store, between(bound, bound), |s, _| s == state);
        same!(store, between((state, 2_u8), bound), |s, n| s == state && n >= 2);
    }
}

#[tokio::test]
async fn the_start_of_a_text_finds_the_texts_that_begin_with_it() {
    let store = shop().await;
    for start in ["", "OPEN", "OPEN#", "O", "#", "x"] {
        same(
            &store,
            start,
            |query| query.begins_with_text(&(), start),
            |query| query.begins_with_text(&(), start),
            |state, _| state.starts_with(start),
        )
        .await;
    }
}

#[tokio::test]
async fn a_range_of_the_next_component_lies_within_the_components_before_it() {
    let store = shop().await;
    for state in STATES {
        same!(store, range((), Range::AtLeast(state)), |s, _| s >= state);
        same!(store, range((), Range::GreaterThan(state)), |s, _| s > state);
        same!(store, range((), Range::AtMost(state)), |s, _| s <= state);
        same!(store, range((), Range::LessThan(state)), |s, _| s < state);
        same!(store, range((), Range::Between(state, "OPENED")), |s, _| s >= state);
        for number in NUMBERS {
            let prefix = (state,);
            same!(store, range(prefix, Range::AtLeast(number)), |s, n| s == state && n >= number);
            same!(store, range(prefix, Range::GreaterThan(number)), |s, n| s == state && n > number);
            same!(store, range(prefix, Range::AtMost(number)), |s, n| s == state && n <= number);
            same!(store, range(prefix, Range::LessThan(number)), |s, n| s == state && n < number);
            same!(store, range(prefix, Range::Between(2, number.max(2))), |s, n| {
                s == state && (2..=number.max(2)).contains(&n)
            });
        }
    }
}

/// Labels whose encodings are prefixes of each other, or begin with the escape.
const LABELS: [&str; 8] = ["#", "$", "%", "a", "a#", "a$", "a~", "b"];

/// Queries labels in a collection and outside of one, where labels are whole sort keys.
async fn same_labels(
    store: &Store<ShopTable>,
    zones: Narrowed<ZoneItems>,
    marks: Narrowed<MarkItems>,
    holds: impl Fn(&str) -> bool,
) {
    let what = format!("{zones:?}");
    let expected: Vec<_> = LABELS.into_iter().filter(|label| holds(label)).collect();
    let zones = store.all(zones.limit(3)).await.expect(&what);
    assert_eq!(zones.iter().map(|zone| zone.label.as_str()).collect::<Vec<_>>(), expected, "{what}");
    let marks = store.all(marks.limit(3)).await.expect(&what);
    assert_eq!(marks.iter().map(|mark| mark.label.as_str()).collect::<Vec<_>>(), expected, "{what}");
}

macro_rules! same_labels {
    ($store:expr, $method:ident($($bound:expr),+), $holds:expr) => {{
        let zones = ZoneItems::query(CUSTOMER.to_owned()).$method($($bound),+);
        same_labels(&$store, zones, MarkItems::query(CUSTOMER.to_owned()).$method($($bound),+), $holds).await;
    }};
}

#[tokio::test]
async fn a_text_that_is_the_whole_sort_key_is_compared_as_a_text() {
    let (_, store, _) = engine::table::<ShopTable>().await;
    for label in LABELS {
        let (customer, label) = (CUSTOMER.to_owned(), label.to_owned());
        store.insert(&Zone { customer: customer.clone(), label: label.clone() }).await.unwrap();
        store.insert(&Address { customer: customer.clone(), label: label.clone() }).await.unwrap();
        store.insert(&Mark { customer, label }).await.unwrap();
    }
    for label in LABELS {
        let key = (label,);
        same_labels!(store, equals(&key), |l| l == label);
        same_labels!(store, less_than(&key), |l| l < label);
        same_labels!(store, greater_than(&key), |l| l > label);
        same_labels!(store, range(&(), &Range::AtLeast(label)), |l| l >= label);
        same_labels!(store, range(&(), &Range::GreaterThan(label)), |l| l > label);
        same_labels!(store, range(&(), &Range::AtMost(label)), |l| l <= label);
        same_labels!(store, range(&(), &Range::LessThan(label)), |l| l < label);
        let holds = |l: &str| l >= "a" && l <= label.max("a");
        same_labels!(store, range(&(), &Range::Between("a", label.max("a"))), holds);
    }
    for start in ["", "a", "a#", "$", "c"] {
        same_labels!(store, begins_with_text(&(), start), |label| label.starts_with(start));
    }
    same_labels!(store, begins_with(&()), |_| true);
}

#[tokio::test]
async fn the_longest_sort_key_can_be_the_end_of_a_range() {
    let (_, store, _) = engine::table::<ShopTable>().await;
    let longest = "z".repeat(1_024 - "Zone#".len());
    let zone = |label: &str| Zone { customer: CUSTOMER.to_owned(), label: label.to_owned() };
    for label in ["a", &longest] {
        store.insert(&zone(label)).await.unwrap();
    }
    let query = || ZoneItems::query(CUSTOMER.to_owned());
    assert_eq!(store.all(query().greater_than(&("a",))).await.unwrap(), [zone(&longest)]);
    let key = (longest.as_str(),);
    assert_eq!(store.all(query().greater_than(&key)).await.unwrap(), []);
    assert_eq!(store.count(query().greater_than(&key)).await.unwrap(), 0);
    assert_eq!(store.all(query().less_than(&key)).await.unwrap(), [zone("a")]);
    assert_eq!(store.all(query().at_least(&key)).await.unwrap(), [zone(&longest)]);
    let error = store.all(query().at_least(&(format!("{longest}z"),))).await.unwrap_err();
    let expected =
        "the sort key has 1025 bytes, but DynamoDB allows at most 1024: shorten one of its components";
    assert!(error.to_string().ends_with(expected), "{error}");
    let error = store.all(MarkItems::query(CUSTOMER.to_owned()).at_least(&("",))).await.unwrap_err();
    assert!(error.to_string().contains("the sort key is empty"), "{error}");
}
