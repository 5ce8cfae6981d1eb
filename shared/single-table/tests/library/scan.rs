//! Scans, in pages and in parallel.

use std::num::NonZeroU16;

use serde::{Deserialize, Serialize};
use single_table::read::CursorError;
use single_table::scan::{ScanOffset, ScanProgress};
use single_table::testing::{Fault, Operation, Target, Times};
use single_table::{Client, Collection, Condition, Entity, EpochSeconds, Item, Put, Store, Timestamp};

use crate::reads::{
    self, Album, AlbumItem, GsiTwo, MusicTable, Track, TrackItems, TracksByGenre, TracksByTitle,
};
use crate::written::put_all;
use crate::{engine, faulty};

/// A play of a track.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Play", partition(user), sort(number), ttl(expires))]
#[index(on = GsiTwo, view = PlaysByNumber, partition(number), sort(user))]
pub(crate) struct Play {
    user: String,
    number: u16,
    expires: EpochSeconds,
}

/// An album with its tracks, and all other items.
#[derive(Debug, PartialEq, Collection)]
#[collection(name = "Album", partition(album: String))]
enum AnyItem {
    Track(Track),
    #[other]
    Other(Item),
}

const NOW: i64 = 1_700_000_000;
const TRACKS: u16 = 40;
const SEGMENTS: NonZeroU16 = NonZeroU16::new(4).unwrap();

fn track(number: u16) -> Track {
    Track { album: format!("A#{}", number % 7), ..reads::track(number) }
}

fn play(number: u16) -> Play {
    let seconds = NOW.unsigned_abs() + u64::from(number);
    Play { user: format!("u{}", number % 3), number, expires: EpochSeconds::new(seconds) }
}

/// Writes 40 tracks, 1 album, and 10 plays, one of which has expired.
async fn music() -> (Client, Store<MusicTable>, String) {
    let (client, store, name) = engine::table::<MusicTable>().await;
    let store = store.with_clock(|| Timestamp::from_unix_millis(NOW * 1_000).expect("a time"));
    put_all(&store, (0..TRACKS).map(track)).await;
    put_all(&store, (0..10).map(play)).await;
    let album = Album { album: "A#1".to_owned(), ..reads::album() };
    store.execute(Put::new(&album)).await.expect("the album is written");
    (client, store, name)
}

fn numbers<'a>(tracks: impl IntoIterator<Item = &'a Track>) -> Vec<u16> {
    let mut numbers: Vec<_> = tracks.into_iter().map(|track| track.number).collect();
    numbers.sort_unstable();
    numbers
}

fn all() -> Vec<u16> {
    (0..TRACKS).collect()
}

#[tokio::test]
async fn pages_of_a_scan_find_each_item_of_the_entity_once() {
    let (_, store, _) = music().await;
    let (mut found, mut scanned, mut after) = (Vec::new(), 0, None);
    loop {
        let page = store.page(TrackItems::scan().page_size(7).after(after)).await.unwrap();
        assert!(page.items.len() <= 7 && page.units.read > 0.0);
        scanned += page.scanned;
        found.extend(page.items);
        let Some(next) = page.next else { break };
        after = Some(ScanOffset::from_text(&next.to_text()).unwrap());
    }
    assert_eq!(numbers(&found), all());
    assert_eq!(scanned, 51, "what other entities keep is read too");
    assert_eq!(numbers(&store.all(TrackItems::scan().consistent()).await.unwrap()), all());
}

#[tokio::test]
async fn a_filter_and_the_time_of_expiry_leave_items_out() {
    let (_, store, _) = music().await;
    let few = store.all(TrackItems::scan().page_size(9).filter(Track::NUMBER.lt(3))).await.unwrap();
    assert_eq!(numbers(&few), [0, 1, 2]);
    assert_eq!(store.all(PlayItems::scan()).await.unwrap().len(), 9);
    assert_eq!(store.all(PlayItems::scan().including_expired()).await.unwrap().len(), 10);
    let live = PlayItems::scan().including_expired().filter(Condition::live());
    assert_eq!(store.all(live).await.unwrap().len(), 9);
}

#[tokio::test]
async fn a_scan_of_an_index_or_a_collection_finds_what_it_lists() {
    let (_, store, _) = music().await;
    assert_eq!(numbers(&store.all(TracksByGenre::scan().page_size(3)).await.unwrap()), all());
    assert_eq!(numbers(&store.all(TracksByTitle::scan().page_size(3)).await.unwrap()), all());
    assert_eq!(store.all(PlaysByNumber::scan().page_size(3)).await.unwrap().len(), 9);

    let album = store.all(AlbumItem::scan()).await.unwrap();
    assert_eq!(album.len(), 41);
    assert_eq!(album.iter().filter(|item| matches!(item, AlbumItem::Album(_))).count(), 1);
    let any = store.all(AnyItem::scan()).await.unwrap();
    assert_eq!(any.iter().filter(|item| matches!(item, AnyItem::Other(_))).count(), 10);
}

#[tokio::test]
async fn the_segments_of_a_parallel_scan_find_each_item_once() {
    let (_, store, _) = music().await;
    for concurrency in [1, 2, 9] {
        let scan = TrackItems::scan().page_size(5);
        let mut scan = store
            .parallel_scan(scan, ScanProgress::new(SEGMENTS))
            .unwrap()
            .concurrency(NonZeroU16::new(concurrency).unwrap());
        let mut found = Vec::new();
        while let Some(page) = scan.next_page().await.unwrap() {
            found.extend(page.items);
        }
        assert_eq!(numbers(&found), all());
        assert!(scan.progress().is_complete());
        assert_eq!((scan.progress().segments(), scan.progress().done()), (4, 4));
    }
}

#[tokio::test]
async fn a_parallel_scan_goes_on_from_progress_that_was_kept() {
    let (_, store, _) = music().await;
    let (mut found, mut kept) = (Vec::new(), serde_json::json!(["notBegun", "notBegun", "notBegun"]));
    let mut sessions = 0;
    loop {
        // Each session has time for two pages. The pages that it had read ahead are lost.
        let progress: ScanProgress<TrackItems> = serde_json::from_value(kept).unwrap();
        let mut scan = store.parallel_scan(TrackItems::scan().page_size(6), progress).unwrap();
        for _ in 0..2 {
            found.extend(scan.next_page().await.unwrap().into_iter().flat_map(|page| page.items));
        }
        sessions += 1;
        let progress = scan.progress();
        if progress.is_complete() {
            break;
        }
        kept = serde_json::to_value(&progress).unwrap();
    }
    assert!(sessions > 2, "{sessions}");
    assert_eq!(numbers(&found), all());
}

#[tokio::test]
async fn a_page_that_failed_is_asked_for_again() {
    let (client, store, name) = music().await;
    let (broken, faults) = faulty::store::<MusicTable>(&client, &name);
    let scans = Target::Only(Operation::Scan);
    faults.arm(Fault::Throttled(scans), Times::Next(1));
    faults.arm(Fault::LostResponse(scans), Times::Next(2));
    let mut scan =
        broken.parallel_scan(TrackItems::scan().page_size(5), ScanProgress::new(SEGMENTS)).unwrap();
    let (mut found, mut failed) = (Vec::new(), 0);
    loop {
        match scan.next_page().await {
            Ok(Some(page)) => found.extend(page.items),
            Ok(None) => break,
            Err(error) => {
                assert!(error.is_transient(), "{error}");
                failed += 1;
            }
        }
    }
    assert_eq!((numbers(&found), failed), (all(), 3));
    assert!(faults.requests().iter().all(|request| request.body["TotalSegments"] == 4));

    // An item that is not a whole entity fails its page each time. The scan does not skip it.
    let mut item = single_table::encode(&track(50)).unwrap();
    item.remove("title");
    client.put_item().table_name(&name).set_item(Some(item)).send().await.unwrap();
    let one = NonZeroU16::new(1).unwrap();
    let mut scan = store.parallel_scan(TrackItems::scan(), ScanProgress::new(one)).unwrap();
    for _ in 0..2 {
        let error = scan.next_page().await.unwrap_err();
        assert!(
            error.to_string().starts_with("an item is not a whole Track: missing field `title`;"),
            "{error}"
        );
    }
    assert_eq!(scan.progress().done(), 0);
}

#[tokio::test]
async fn a_place_of_another_scan_or_an_edited_one_is_refused() {
    let (_, store, _) = music().await;
    let page = store.page(TracksByGenre::scan().page_size(2)).await.unwrap();
    let place = page.next.unwrap().to_text();
    assert!(ScanOffset::<TracksByGenre>::from_text(&place).is_ok());
    assert_eq!(
        ScanOffset::<TrackItems>::from_text(&place).unwrap_err().to_string(),
        "the place has the key attributes gsiOnePk, gsiOneSk, pk, sk, and those of this scan are pk, sk: continue the scan that \
         it comes from"
    );
    for (text, at) in
        [("x", 0), ("s2:pk", 3), ("s2:pk9:Sa", 5), ("s2:pk2:Xa", 7), ("s2:pk2:Sa2:pk2:Sb", 11), ("w", 1)]
    {
        let error = ScanOffset::<TrackItems>::from_text(text).unwrap_err();
        assert_eq!(error, CursorError::Malformed { at }, "{text}");
    }
    let error = CursorError::Malformed { at: 8 };
    let expected = "the text can't be read as a place in a list from byte 8 on: begin the list again";
    assert_eq!(error.to_string(), expected);

    let error = serde_json::from_str::<ScanProgress<TrackItems>>("[]").unwrap_err();
    assert_eq!(error.to_string(), CursorError::NoSegments.to_string());
    let foreign = serde_json::json!(["done", {"after": place}]);
    let error = serde_json::from_value::<ScanProgress<TrackItems>>(foreign).unwrap_err();
    assert!(error.to_string().contains("those of this scan are pk, sk"), "{error}");
}
