//! Counts.

use std::num::NonZeroU32;

use single_table::testing::{Fault, Operation, Target, Times};
use single_table::{Condition, Error};

use crate::reads::{AlbumItem, Track, TrackItems, TracksByGenre, TracksByTitle, album, music, track};

#[tokio::test]
async fn dynamodb_counts_the_items_that_a_query_would_show() {
    let (store, faults, ..) = music().await;
    let query = || TrackItems::query(album().album);
    assert_eq!(store.count(query()).await.unwrap(), 7);
    let request = faults.requests().pop().unwrap();
    assert_eq!((request.operation, request.body["Select"].as_str()), (Operation::Query, Some("COUNT")));
    assert_eq!(store.count(query().including_expired()).await.unwrap(), 9);
    assert_eq!(store.count(query().at_least(&(4_u16,)).limit(2)).await.unwrap(), 5);
    assert_eq!(store.count(query().filter(Track::NUMBER.gt(4) & Condition::live())).await.unwrap(), 4);
    assert_eq!(store.count(TracksByTitle::query(album().album).consistent()).await.unwrap(), 7);
    assert_eq!(store.count(AlbumItem::query(album().album)).await.unwrap(), 8);
    assert_eq!(store.count(TrackItems::query("Waterloo".to_owned())).await.unwrap(), 0);
}

#[tokio::test]
async fn a_count_goes_on_until_all_pages_are_counted() {
    let (store, faults, ..) = music().await;
    faults.arm(Fault::SmallPage { items: NonZeroU32::MIN }, Times::Always);
    assert_eq!(store.count(TrackItems::query(album().album)).await.unwrap(), 7);
    assert!(faults.requests().len() > 9);
    assert_eq!(store.count(TracksByGenre::query("pop".to_owned())).await.unwrap(), 7);
}

#[tokio::test]
async fn a_count_begins_after_a_place() {
    let (store, ..) = music().await;
    let query = || TrackItems::query(album().album);
    let next = store.page(query().limit(3)).await.unwrap().next;
    assert_eq!(store.count(query().after(next)).await.unwrap(), 4);
    let sharded = || TracksByGenre::query("pop".to_owned());
    assert_eq!(store.count(sharded()).await.unwrap(), 7);
    let next = store.page(sharded().limit(3)).await.unwrap().next;
    // This item belongs before the place, so no later page contains it.
    store.insert(&Track { number: 20, title: "title 00".to_owned(), ..track(1) }).await.unwrap();
    assert_eq!(store.count(sharded().after(next.clone())).await.unwrap(), 4);
    assert_eq!(store.all(sharded().after(next)).await.unwrap().len(), 4);
    assert_eq!(store.count(sharded()).await.unwrap(), 8);
}

#[tokio::test]
async fn a_scan_is_counted_too() {
    let (store, faults, ..) = music().await;
    assert_eq!(store.count(TrackItems::scan().page_size(2)).await.unwrap(), 7);
    let request = faults.requests().pop().unwrap();
    assert_eq!((request.operation, request.body["Select"].as_str()), (Operation::Scan, Some("COUNT")));
    assert_eq!(store.count(TrackItems::scan().including_expired()).await.unwrap(), 9);
    assert_eq!(store.count(AlbumItem::scan()).await.unwrap(), 8);
    assert_eq!(store.count(TracksByGenre::scan().filter(Track::NUMBER.lt(3))).await.unwrap(), 2);
}

#[tokio::test]
async fn a_count_reports_what_is_wrong_with_its_query() {
    let (store, faults, ..) = music().await;
    assert_fails!(store.count(TrackItems::query(album().album).limit(0)).await, Error::ZeroLimit);
    faults.arm(Fault::Throttled(Target::Only(Operation::Query)), Times::Next(2));
    assert_fails!(store.count(TrackItems::query(album().album)).await, Error::Throttled { .. });
    assert_fails!(store.count(TracksByGenre::query("pop".to_owned())).await, Error::Throttled { .. });
}
