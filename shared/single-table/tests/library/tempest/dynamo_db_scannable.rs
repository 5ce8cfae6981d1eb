//! Scans of the table and of its indexes. See `DynamoDbScannableTest`.

use std::num::NonZeroU16;

use crate::engine;
use crate::tempest::albums::{AFTER_HOURS_EP, FIVE_ALBUMS, LOCKDOWN_SINGLE, THE_WALL, after_hours};
use crate::tempest::model::*;
use crate::tempest::support::*;

const TWO: NonZeroU16 = NonZeroU16::new(2).unwrap();

fn released_in_2020() -> Condition<AlbumInfo> {
    AlbumInfo::RELEASE_DATE.begins_with("2020")
}

/// The titles of the five albums, sorted: a scan has no order.
fn all_titles() -> Vec<&'static str> {
    sorted(FIVE_ALBUMS.map(|album| album.title))
}

/// Reads a scan that two workers share, and returns their pages. Each worker has a segment.
async fn pages_of_two_workers<V: View<Table = MusicTable>>(
    store: &Store<MusicTable>,
    scan: Scan<V>,
) -> Vec<ScanPage<V>> {
    let mut scan = store.parallel_scan(scan, ScanProgress::new(TWO)).expect("the scan begins");
    let mut pages = Vec::new();
    while let Some(page) = scan.next_page().await.expect("the page is read") {
        pages.push(page);
    }
    assert!(scan.progress().is_complete());
    pages
}

#[tokio::test]
async fn synchronously_rows_with_missing_attributes_throw() {
    let (client, store, table) = engine::table::<MusicTable>().await;
    let mut item = encode(&after_hours()).unwrap();
    item.remove("genre_name");
    client.put_item().table_name(table).set_item(Some(item)).send().await.unwrap();

    let error = store.page(AlbumInfoItems::scan()).await.unwrap_err();
    assert!(matches!(&error, Error::Decode { entity: "AlbumInfo", .. }), "{error}");
    assert!(error.to_string().contains("`genre_name`"), "{error}");
}

#[tokio::test]
async fn primary_index() {
    let store = music_with(&FIVE_ALBUMS).await;
    let page = store.page(AlbumInfoItems::scan().filter(released_in_2020())).await.unwrap();
    assert!(page.next.is_none());
    assert_eq!(sorted(album_titles(&page.items)), sorted([AFTER_HOURS_EP.title, LOCKDOWN_SINGLE.title]));
}

#[tokio::test]
async fn primary_index_parallel_scan() {
    let store = music_with(&[&THE_WALL]).await;
    let pages = pages_of_two_workers(&store, AlbumTrackItems::scan().page_size(50)).await;
    assert_eq!(pages.len(), 2, "one page holds all that a worker finds");
    assert!(pages.iter().all(|page| page.next.is_none()));
    let titles = pages.iter().flat_map(|page| track_titles(&page.items));
    assert_eq!(sorted(titles), sorted(THE_WALL.track_titles()));
}

#[tokio::test]
async fn primary_index_parallel_scan_no_filter() {
    let store = music_with(&FIVE_ALBUMS).await;
    let pages = pages_of_two_workers(&store, AlbumInfoByArtist::scan().page_size(50)).await;
    assert_eq!(pages.len(), 2, "one page holds all that a worker finds");
    assert!(pages.iter().all(|page| page.next.is_none()));
    let titles = pages.iter().flat_map(|page| album_titles(&page.items));
    assert_eq!(sorted(titles), all_titles());
}

#[tokio::test]
async fn local_secondary_index() {
    let store = music_with(&[&THE_WALL]).await;
    let expected = sorted(THE_WALL.track_titles());
    let scan = || AlbumTracksByTitle::scan().page_size(20);
    let first = store.page(scan()).await.unwrap();
    assert!(first.next.is_some());
    assert_eq!(track_titles(&first.items), expected[..20]);

    let second = store.page(scan().after(first.next)).await.unwrap();
    assert!(second.next.is_none());
    assert_eq!(track_titles(&second.items), expected[20..]);
}

#[tokio::test]
async fn local_secondary_index_with_filter() {
    let store = music_with(&[&THE_WALL]).await;
    let scan = AlbumTracksByTitle::scan().filter(AlbumTrack::RUN_LENGTH.gt(3 * 60));
    let page = store.page(scan).await.unwrap();
    assert!(page.next.is_none());
    let tracks = THE_WALL.tracks();
    let long = tracks.iter().filter(|track| track.run_length > 3 * 60);
    let expected = sorted(long.map(|track| track.track_title.as_str()));
    assert_eq!(expected.len(), 14);
    assert_eq!(track_titles(&page.items), expected);
}

#[tokio::test]
async fn global_secondary_index() {
    let store = music_with(&FIVE_ALBUMS).await;
    let page = store.page(AlbumInfoByArtist::scan()).await.unwrap();
    assert!(page.next.is_none());
    assert_eq!(sorted(album_titles(&page.items)), all_titles());
}

#[tokio::test]
async fn global_secondary_index_with_filter() {
    let store = music_with(&FIVE_ALBUMS).await;
    let page = store.page(AlbumInfoByArtist::scan().filter(released_in_2020())).await.unwrap();
    assert!(page.next.is_none());
    // Both are by one artist, so they have an order even in a scan.
    assert_eq!(album_titles(&page.items), [AFTER_HOURS_EP.title, LOCKDOWN_SINGLE.title]);
}

#[tokio::test]
async fn scan_all() {
    let store = music_with(&FIVE_ALBUMS).await;
    let albums = store.all(AlbumInfoByArtist::scan()).await.unwrap();
    assert_eq!(sorted(album_titles(&albums)), all_titles());
}

#[tokio::test]
async fn scan_all_worker_id_should_be_ignored() {
    let store = music_with(&FIVE_ALBUMS).await;
    // `all` without a segment takes no worker, so each of these workers reads everything.
    let worker = || store.all(AlbumInfoByArtist::scan().page_size(50));
    let (first, second) = tokio::try_join!(worker(), worker()).unwrap();
    assert_eq!(first, second);
    assert_eq!(sorted(album_titles(&first)), all_titles());
}

#[tokio::test]
async fn scan_all_pagination() {
    let store = music_with(&FIVE_ALBUMS).await;
    let mut titles = Vec::new();
    let mut next = None;
    for more in [true, true, false] {
        let page = store.page(AlbumInfoByArtist::scan().page_size(2).after(next)).await.unwrap();
        titles.extend(page.items.into_iter().map(|album| album.album_title));
        next = page.next;
        assert_eq!(next.is_some(), more);
    }
    assert_eq!(sorted(titles), all_titles());
}

#[tokio::test]
async fn scan_all_contents() {
    let store = music_with(&FIVE_ALBUMS).await;
    let albums = store.all(AlbumInfoByArtist::scan().page_size(2)).await.unwrap();
    assert_eq!(sorted(album_titles(&albums)), all_titles());
}
