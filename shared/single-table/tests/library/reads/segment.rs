//! Scans of one segment.

use single_table::read::CursorError;
use single_table::scan::{MAX_SEGMENTS, ScanOffset, Segment, SegmentError};
use single_table::{Error, Store};

use crate::reads::{MusicTable, Track, TrackItems, music, track};
use crate::written::put_all;

fn other_album(number: u16) -> Track {
    Track { album: format!("album {number}"), ..track(number) }
}

async fn albums() -> Store<MusicTable> {
    let (store, ..) = music().await;
    put_all(&store, (100..140).map(other_album)).await;
    store
}

fn sorted(mut tracks: Vec<Track>) -> Vec<(String, u16)> {
    tracks.sort_by_key(|track| (track.album.clone(), track.number));
    tracks.into_iter().map(|track| (track.album, track.number)).collect()
}

#[tokio::test]
async fn the_workers_find_every_item_once_and_go_on_from_their_places() {
    let store = albums().await;
    let all = sorted(store.all(TrackItems::scan()).await.unwrap());
    assert_eq!(all.len(), 47);
    let mut found = Vec::new();
    let mut busy = 0;
    for segment in Segment::all(5).unwrap() {
        let mut own = Vec::new();
        let mut after = None;
        loop {
            let page =
                store.page(TrackItems::scan().segment(segment).page_size(2).after(after)).await.unwrap();
            own.extend(page.items);
            let Some(next) = page.next else { break };
            // A worker may start again with its saved text.
            after = Some(ScanOffset::from_text(&next.to_text()).unwrap());
        }
        let scan = || TrackItems::scan().segment(segment).page_size(3);
        assert_eq!(sorted(store.all(scan()).await.unwrap()), sorted(own.clone()), "{segment}");
        assert_eq!(store.count(scan()).await.unwrap(), own.len() as u64, "{segment}");
        busy += usize::from(!own.is_empty());
        found.extend(own);
    }
    assert_eq!(sorted(found), all);
    assert!(busy > 1, "the items are in more than one segment");
}

#[tokio::test]
async fn a_place_in_another_segment_is_refused() {
    let store = albums().await;
    let [first, second] = [Segment::new(0, 2), Segment::new(1, 2)].map(Result::unwrap);
    let mut places = Vec::new();
    for segment in [first, second] {
        places
            .push(store.page(TrackItems::scan().segment(segment).page_size(1)).await.unwrap().next.unwrap());
    }
    for (place, segment) in places.iter().zip(["w1:01:2", "w1:11:2"]) {
        let text = place.to_text();
        assert!(text.starts_with(segment), "{text}");
        let again = ScanOffset::<TrackItems>::from_text(&text).unwrap();
        let error = store.page(TrackItems::scan().after(Some(again))).await.unwrap_err();
        assert!(matches!(error, Error::Cursor(CursorError::OtherSegment { .. })), "{error}");
    }
    let error =
        store.all(TrackItems::scan().segment(second).after(places.first().cloned())).await.unwrap_err();
    let expected = "the place is in segment 0 of 2, and the scan reads segment 1 of 2: continue each segment after its own place";
    assert_eq!(error.to_string(), expected);
    assert!(store.page(TrackItems::scan().segment(first).after(places.first().cloned())).await.is_ok());
    for text in ["w1:21:22:pk", "w2:001:2", "w1:01:02:pk1:S", "w1:0"] {
        assert!(ScanOffset::<TrackItems>::from_text(text).is_err(), "{text}");
    }
}

#[test]
fn a_segment_is_one_of_those_that_dynamodb_has() {
    let segment = Segment::new(MAX_SEGMENTS - 1, MAX_SEGMENTS).unwrap();
    assert_eq!((segment.number(), segment.of()), (999_999, 1_000_000));
    assert_eq!(Segment::new(0, 0), Err(SegmentError::BadTotal { of: 0 }));
    assert_eq!(Segment::all(0).err(), Some(SegmentError::BadTotal { of: 0 }));
    let error = Segment::new(0, MAX_SEGMENTS + 1).unwrap_err();
    assert_eq!(error.to_string(), "a scan has 1 to 1000000 segments, but 1000001 were given");
    let error = Segment::new(8, 8).unwrap_err();
    assert_eq!(error.to_string(), "a scan in 8 segments has the segments 0 to 7, but 8 was given");
}
