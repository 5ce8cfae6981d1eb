//! Queries over several views and pages.

use single_table::capacity::Meter;
use single_table::query::Order;
use single_table::{Condition, Delete, Entity, EpochSeconds, Put, Store, Timestamp, WriteError};

use crate::store::*;

#[tokio::test]
async fn a_query_pages_forth_and_back_over_every_view() {
    let store = music(7).await;
    for order in [Order::Ascending, Order::Descending] {
        let turn = |mut all: Vec<u16>| {
            if order == Order::Descending {
                all.reverse();
            }
            all
        };
        let own = pages!(store, TrackItems::query("Arrival".to_owned()).limit(2).order(order));
        let by_artist = pages!(store, TracksByArtist::query("ABBA".to_owned()).limit(2).order(order));
        let by_plays = pages!(store, TracksByPlays::query("Arrival".to_owned()).limit(2).order(order));
        assert_eq!([own.len(), by_artist.len(), by_plays.len()], [4; 3]);
        assert_eq!(numbers(&own.concat()), turn((1..=7).collect()));
        assert_eq!(numbers(&by_artist.concat()), turn((1..=7).collect()));
        assert_eq!(numbers(&by_plays.concat()), turn((1..=7).rev().collect()));
    }
}

#[tokio::test]
async fn a_query_takes_its_order_as_a_value() {
    let store = music(3).await;
    for (order, expected) in [(Order::Ascending, [1, 2, 3]), (Order::Descending, [3, 2, 1])] {
        let query = || TrackItems::query("Arrival".to_owned()).order(order);
        assert_eq!(numbers(&store.all(query()).await.unwrap()), expected);
        let first = store.page(query().limit(1)).await.unwrap();
        let rest = store.page(query().after(first.next)).await.unwrap();
        assert_eq!(numbers(&rest.items), expected[1..]);
    }
    let query = TrackItems::query("Arrival".to_owned()).descending().order(Order::default());
    assert_eq!(numbers(&store.all(query).await.unwrap()), [1, 2, 3]);
}

#[tokio::test]
async fn expired_items_are_gone_for_every_reader_and_every_condition() {
    let now = Timestamp::from_unix_millis(1_800_000_000_500).unwrap();
    let store = music(0).await.with_clock(move || now);
    for number in 1..=6 {
        // The item counts as absent from the second of its expiry on.
        let expires = (number % 2 == 1).then(|| EpochSeconds::of(now));
        store.execute(Put::new(&Track { expires, ..track("Arrival", number) })).await.unwrap();
    }
    let expired = track("Arrival", 1).key();
    assert_eq!(store.get::<Track>(&expired).await.unwrap(), None);
    let own = || TrackItems::query("Arrival".to_owned());
    // A page is full even if half of the items that the first query found have expired.
    assert_eq!(numbers(&store.page(own().limit(3)).await.unwrap().items), [2, 4, 6]);
    assert_eq!(numbers(&store.all(own().including_expired()).await.unwrap()), [1, 2, 3, 4, 5, 6]);
    let loaded = store.get_many::<Track>(&[expired.clone(), track("Arrival", 2).key()]).await.unwrap();
    assert_eq!(loaded.complete().unwrap(), [None, Some(track("Arrival", 2))]);

    let error = store.execute(Delete::<Track>::new(expired).only_if(Condition::live())).await.unwrap_err();
    assert!(matches!(error, WriteError::ConditionFailed { item: Some(_) }), "{error}");
    store.insert(&track("Arrival", 1)).await.unwrap();
}

#[tokio::test]
async fn a_page_that_ends_at_a_megabyte_is_not_the_end_of_the_list() {
    let (client, _, table) = engine::table::<MusicTable>().await;
    let meter = Meter::new();
    let store = Store::<MusicTable>::new(client, table).with_meter(meter.clone());
    let long = |number| Track { note: Some("n".repeat(100_000)), ..track("Arrival", number) };
    put_all(&store, (1..=30).map(long)).await;
    let _ = meter.take();

    let all = store.all(TrackItems::query("Arrival".to_owned())).await.unwrap();
    assert_eq!(numbers(&all), (1..=30).collect::<Vec<_>>());
    assert!(meter.take().len() >= 3, "each query ends at 1 MB");
    let page = store.page(TrackItems::query("Arrival".to_owned()).limit(20)).await.unwrap();
    assert_eq!(numbers(&page.items), (1..=20).collect::<Vec<_>>());
    assert!(page.next.is_some());
}

#[tokio::test]
async fn sort_keys_can_be_narrowed() {
    let store = music(7).await;
    let by_artist = || TracksByArtist::query("ABBA".to_owned());
    let found = store.all(by_artist().begins_with(&(1_973_u16,))).await.unwrap();
    assert_eq!(numbers(&found), [3]);
    let own = || TrackItems::query("Arrival".to_owned());
    assert_eq!(numbers(&store.all(own().at_least(&(5_u16,))).await.unwrap()), [5, 6, 7]);
    assert_eq!(numbers(&store.all(own().at_most(&(2_u16,))).await.unwrap()), [1, 2]);
    assert_eq!(numbers(&store.all(own().between(&(3_u16,), &(4_u16,))).await.unwrap()), [3, 4]);
}
