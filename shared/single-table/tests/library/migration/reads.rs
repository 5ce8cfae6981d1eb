//! Reads of past versions.

use serde::Deserialize;
use single_table::item::StreamItem;
use single_table::read::Projection;
use single_table::testing::Answer;
use single_table::{Item, KeySet, Put, Timestamp, encode};

use crate::faulty;

use super::today::{Library, Note, NoteKey, Track, TrackItems, TracksByArtist};
use super::{key, names, number, past, programs, text, today, with_both, with_past};

/// Returns the item of a track as the program of version 2 wrote it.
fn second(position: u16) -> Item {
    let mut item = encode(&past::track(position)).expect("the track is encoded");
    for gone in ["label", "length"] {
        item.remove(gone);
    }
    item.extend([
        ("artist".to_owned(), text("ABBA")),
        ("title".to_owned(), text("Dancing Queen")),
        ("trackLength".to_owned(), text("3:51")),
        ("shape".to_owned(), number(2)),
    ]);
    item
}

#[tokio::test]
async fn an_item_says_the_version_in_which_it_was_written() {
    let programs = with_both().await;
    assert_eq!(programs.stored(1).await.unwrap()["shape"], number(1));
    assert_eq!(programs.stored(2).await.unwrap()["shape"], number(3));
}

#[tokio::test]
async fn a_read_passes_through_every_step_from_the_version_of_the_item() {
    let programs = with_past([1]).await;
    programs.overwrite(second(2)).await;
    programs.new.insert(&today::track(3)).await.unwrap();
    for position in 1..=3 {
        assert_eq!(programs.read(position).await, Some(today::track(position)));
    }
}

#[tokio::test]
async fn an_item_without_a_version_has_the_first_one() {
    let programs = programs().await;
    let mut undeclared = encode(&past::track(1)).unwrap();
    undeclared.remove("shape");
    programs.overwrite(undeclared.clone()).await;
    assert_eq!(programs.read(1).await, Some(today::track(1)));
    // Serde may have written an absent version as NULL.
    undeclared.insert("shape".to_owned(), aws_sdk_dynamodb::types::AttributeValue::Null(true));
    programs.overwrite(undeclared).await;
    assert_eq!(programs.read(1).await, Some(today::track(1)));
    assert_eq!(
        programs.old.get(&past::TrackKey { album: "Arrival".to_owned(), number: 1 }).await.unwrap(),
        Some(past::track(1))
    );
}

#[tokio::test]
async fn a_read_leaves_the_stored_item_as_it_is() {
    let programs = with_past([1]).await;
    let before = programs.stored(1).await;
    programs.read(1).await.unwrap();
    assert_eq!(programs.stored(1).await, before);
}

#[tokio::test]
async fn queries_scans_and_batches_upgrade() {
    let programs = with_both().await;
    let both = vec![today::track(1), today::track(2)];
    let store = &programs.new;
    assert_eq!(store.all(TrackItems::query("Arrival".to_owned())).await.unwrap(), both);
    let mut scanned = store.all(TrackItems::scan()).await.unwrap();
    scanned.sort_by_key(|track: &Track| track.number);
    assert_eq!(scanned, both);
    let mut set = KeySet::new();
    let slots = [1, 2].map(|number| set.add(key(number)));
    let mut found = store.batch_get(set).await.unwrap().complete().unwrap();
    let found = slots.map(|slot| found.take(slot).unwrap().unwrap());
    assert_eq!(found.to_vec(), both);
}

#[tokio::test]
async fn an_index_lists_the_keys_of_the_stored_version() {
    let programs = with_both().await;
    let listed = programs.new.all(TracksByArtist::query("ABBA".to_owned())).await.unwrap();
    assert_eq!(listed, vec![today::track(2)]);
}

#[tokio::test]
async fn an_expired_item_of_a_past_version_is_not_read() {
    let programs = programs().await;
    let now = Timestamp::now();
    let expired = past::Track { expires: Some(single_table::EpochSeconds::of(now)), ..past::track(1) };
    programs.old.execute(Put::new(&expired)).await.unwrap();
    let later =
        programs.new.clone().with_clock(move || now.checked_add(std::time::Duration::from_mins(1)).unwrap());
    assert_eq!(later.get(&key(1)).await.unwrap(), None);
    assert_eq!(single_table::decode::<Track>(encode(&expired).unwrap()).unwrap().expires, expired.expires);
}

/// The title and the seconds of a track.
#[derive(Debug, PartialEq, Deserialize, Projection)]
#[projection(of = Track)]
struct TitleAndLength {
    title: String,
    seconds: u32,
}

#[tokio::test]
async fn a_projection_of_a_past_version_has_the_fields_of_today() {
    let programs = with_both().await;
    let titles = TrackItems::query("Arrival".to_owned()).project::<TitleAndLength>();
    let wanted = || TitleAndLength { title: "Dancing Queen".to_owned(), seconds: 231 };
    assert_eq!(programs.new.all(titles).await.unwrap(), vec![wanted(), wanted()]);
}

#[tokio::test]
async fn a_projection_of_an_entity_with_versions_reads_whole_items() {
    let (store, script) = faulty::scripted::<Library>([Answer::ok(r#"{"Items":[],"Count":0}"#)]);
    let titles = TrackItems::query("Arrival".to_owned()).project::<TitleAndLength>();
    assert_eq!(store.all(titles).await.unwrap(), vec![]);
    let request = script.requests().pop().unwrap();
    assert!(request.body.get("ProjectionExpression").is_none(), "{}", request.body);
}

#[test]
fn a_stream_record_upgrades() {
    let image = StreamItem::from(encode(&past::track(1)).unwrap());
    assert_eq!(single_table::decode::<Track>(image).unwrap(), today::track(1));
}

#[tokio::test]
async fn a_flattened_field_of_a_past_version_has_no_attribute_of_the_library() {
    let programs = programs().await;
    let item = today::past_note();
    programs.overwrite(item.clone()).await;
    let read = programs.new.get(&NoteKey { id: "n".to_owned() }).await.unwrap().unwrap();
    assert_eq!(read, Note { id: "n".to_owned(), count: 1, rest: [("a".to_owned(), "1".to_owned())].into() });
    assert_eq!(names(&item), ["id", "pk", "shape", "sk", "type", "x-a"]);
}
