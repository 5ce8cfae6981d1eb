//! Streams.

use std::time::Duration;

use futures::{StreamExt as _, TryStreamExt as _};
use single_table::testing::{Fault, Operation, Target, Times};
use single_table::{Error, Timestamp};

use crate::reads::*;

#[tokio::test]
async fn a_stream_gives_the_items_of_every_page_in_order() {
    let (store, ..) = music().await;
    let query = || TrackItems::query(album().album);
    let found: Vec<Track> = store.stream(query().limit(2)).try_collect().await.unwrap();
    assert_eq!(numbers(&found), LIVE);
    let found: Vec<Track> = store.stream(query().descending().limit(2)).try_collect().await.unwrap();
    assert_eq!(numbers(&found), LIVE.into_iter().rev().collect::<Vec<_>>());
    let found: Vec<Track> =
        store.stream(TracksByGenre::query("pop".to_owned()).limit(2)).try_collect().await.unwrap();
    assert_eq!(numbers(&found), LIVE);
    let mut found: Vec<Track> = store.stream(TrackItems::scan().page_size(2)).try_collect().await.unwrap();
    found.sort_by_key(|track| track.number);
    assert_eq!(numbers(&found), LIVE);
    let found: Vec<TrackTitle> = store.stream(query().project::<TrackTitle>()).try_collect().await.unwrap();
    assert_eq!(titles(&found), live_titles());
    let all: Vec<AlbumItem> = store.stream(AlbumItem::query(album().album)).try_collect().await.unwrap();
    assert_eq!(all.len(), LIVE.len() + 1);
    let none = store.stream(TrackItems::query("Waterloo".to_owned())).next().await;
    assert!(none.is_none());
}

#[tokio::test]
async fn a_stream_reads_a_page_when_the_one_before_is_taken() {
    let (store, faults, ..) = music().await;
    let before = faults.requests().len();
    let asked = || faults.requests().len() - before;
    let mut tracks = store.stream(TrackItems::query(album().album).including_expired().limit(3));
    assert_eq!(asked(), 0);
    for taken in 1..=9 {
        assert_eq!(tracks.next().await.unwrap().unwrap().number, taken);
        assert_eq!(asked(), usize::from(taken).div_ceil(3), "after {taken} tracks");
    }
    assert!(tracks.next().await.is_none());
}

#[tokio::test]
async fn a_stream_of_pages_gives_the_items_of_one_request_at_a_time_and_no_empty_page() {
    let (store, faults, ..) = music().await;
    let query = || TrackItems::query(album().album);
    let before = faults.requests().len();
    let mut pages = store.pages(query().including_expired().limit(4));
    for (asked, expected) in [(1, &[1, 2, 3, 4][..]), (2, &[5, 6, 7, 8]), (3, &[9])] {
        assert_eq!(numbers(&pages.try_next().await.unwrap().unwrap()), expected);
        assert_eq!(faults.requests().len() - before, asked);
    }
    assert!(pages.try_next().await.unwrap().is_none());
    // The expired tracks 3 and 6 are read and left out; a request with nothing else would be an empty page.
    let pages: Vec<Vec<Track>> = store.pages(query().limit(1)).try_collect().await.unwrap();
    assert!(pages.iter().all(|page| !page.is_empty()), "{pages:?}");
    assert_eq!(numbers(&pages.concat()), LIVE);
    let pages: Vec<Vec<TrackTitle>> =
        store.pages(query().project::<TrackTitle>().limit(3)).try_collect().await.unwrap();
    assert_eq!(titles(&pages.concat()), live_titles());
    let pages: Vec<Vec<Track>> = store.pages(TrackItems::scan().page_size(2)).try_collect().await.unwrap();
    assert!(pages.iter().all(|page| page.len() <= 2), "{pages:?}");
    assert_eq!(pages.concat().len(), LIVE.len());
}

#[tokio::test]
async fn a_stream_moves_into_a_task() {
    let (store, ..) = music().await;
    let tracks = store.stream(TrackItems::query(album().album));
    drop(store);
    let count = tokio::spawn(tracks.try_fold(0, |count, _| async move { Ok(count + 1) })).await.unwrap();
    assert_eq!(count.unwrap(), LIVE.len());
}

#[tokio::test]
async fn a_stream_ends_after_its_first_error() {
    let (store, faults, ..) = music().await;
    let mut tracks = store.stream(TrackItems::query(album().album).limit(2));
    assert_eq!(tracks.next().await.unwrap().unwrap().number, 1);
    assert_eq!(tracks.next().await.unwrap().unwrap().number, 2);
    faults.arm(Fault::Throttled(Target::Only(Operation::Query)), Times::Next(1));
    assert_fails!(tracks.next().await.unwrap(), Error::Throttled { .. });
    assert!(tracks.next().await.is_none());

    let mut refused = store.stream(TrackItems::query(album().album).limit(0));
    assert!(matches!(refused.next().await.unwrap().unwrap_err(), Error::ZeroLimit));
    assert!(refused.next().await.is_none());

    let mut pages = store.pages(TrackItems::query(album().album).limit(2));
    assert_eq!(pages.next().await.unwrap().unwrap().len(), 2);
    faults.arm(Fault::Throttled(Target::Only(Operation::Query)), Times::Next(1));
    assert!(matches!(pages.next().await.unwrap().unwrap_err(), Error::Throttled { .. }));
    assert!(pages.next().await.is_none());
    let mut refused = store.pages(TrackItems::query(album().album).limit(0));
    assert!(matches!(refused.next().await.unwrap().unwrap_err(), Error::ZeroLimit));
}

#[tokio::test]
async fn no_item_is_lost_where_a_call_of_next_is_dropped() {
    let (store, ..) = music().await;
    let mut tracks = store.stream(TrackItems::query(album().album).limit(1));
    let mut found = Vec::new();
    let mut dropped = 0;
    loop {
        // Polls the call once, and drops it unless it is ready.
        match tokio::time::timeout(Duration::ZERO, tracks.next()).await {
            Ok(Some(track)) => found.push(track.unwrap()),
            Ok(None) => break,
            Err(_) => {
                dropped += 1;
                tokio::task::yield_now().await;
            }
        }
    }
    assert_eq!(numbers(&found), LIVE);
    assert!(dropped > 0);
}

#[tokio::test]
async fn a_stream_hides_the_items_that_have_expired_when_they_are_read() {
    let (store, ..) = music().await;
    let later = Timestamp::from_unix_millis(crate::reads::NOW + 100_000).unwrap();
    let found: Vec<Track> =
        store.with_clock(move || later).stream(TrackItems::query(album().album)).try_collect().await.unwrap();
    assert_eq!(numbers(&found), [1, 2, 4, 5, 7, 8]);
}
