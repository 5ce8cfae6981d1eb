//! Tests segments that were cut: entries beyond a segment's range remain until its next write, and nobody reads them.

use std::collections::BTreeSet;

use aws_sdk_dynamodb::primitives::Blob;
use aws_sdk_dynamodb::types::AttributeValue;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use favorites_api::favorites::limits::TOMBSTONE_KEEPS;
use favorites_api::favorites::{Repairs, SearchRequest};
use favorites_tests::catalogue::Block;
use serde_json::json;
use uuid::Uuid;

use crate::person::Person;
use crate::world::{Item, PATIENCE, World};

/// The ids of the entries in a segment.
type Ids = BTreeSet<u128>;

/// Returns the segments by their first ids.
async fn segments(world: &World) -> Vec<(u128, Ids)> {
    let items = world.catalogue().await;
    let segments = items.iter().filter(|item| item["type"] == "Catalogue");
    let mut segments: Vec<(u128, Ids)> = segments
        .map(|item| {
            let first_id: Uuid =
                item["firstId"].as_str().and_then(|id| id.parse().ok()).expect("it begins at an id");
            let ids = Block::of(item).entries.iter().map(|entry| entry.data_id.as_u128()).collect();
            (first_id.as_u128(), ids)
        })
        .collect();
    segments.sort_unstable();
    segments
}

/// Returns the number of favorites that a search finds.
async fn found(world: &World, person: &Person, query: &str) -> u64 {
    let request = SearchRequest { query: query.parse().expect("it can be read"), ..SearchRequest::default() };
    let page = world.favorites.search(&person.id, &request).await.expect("the table answers");
    page.counts.expect("it is the first page").by_type.total()
}

/// Cuts a segment. Returns the person, and an id that is in both parts.
async fn after_a_cut(world: &World) -> (Person, u128) {
    let mut person = world.before_a_cut().await;
    world.apply(&person.keep_notes([1])).await;
    let [(_, left), (cut, right)] = segments(world).await.try_into().expect("one segment was cut");
    let beyond = *left.range(cut..).next().expect("the first part stays as it was");
    assert!(right.contains(&beyond));
    world.check(&[&person]).await;
    (person, beyond)
}

#[tokio::test]
async fn entries_beyond_a_segments_range_are_neither_counted_nor_found() {
    let world = World::start().await;
    let (mut person, beyond) = after_a_cut(&world).await;
    assert_eq!(found(&world, &person, "note").await, 19);
    let title = format!("number {beyond}");
    assert_eq!(found(&world, &person, &title).await, 1);
    world.apply(&[person.edit(beyond, |favorite| favorite.title = "Moved".to_owned())]).await;
    world.move_to_segments(&mut person, 1_000).await;
    assert_eq!(found(&world, &person, &title).await, 0);
    assert_eq!(found(&world, &person, "moved").await, 1);
    world.end(&[&person]).await;
}

#[tokio::test]
async fn entries_beyond_a_segments_range_make_room_for_new_ones() {
    let world = World::start().await;
    let (mut person, beyond) = after_a_cut(&world).await;
    for number in 2..=9 {
        world.apply(&person.keep_notes([number])).await;
    }
    world.move_to_segments(&mut person, 1_000).await;
    let segments = segments(&world).await;
    let known_of = segments.iter().filter(|(_, ids)| ids.contains(&beyond)).count();
    assert_eq!(known_of, 1, "{segments:?}");
    world.end(&[&person]).await;
}

/// Returns the first segment in its state `now`, with the entries from `cut` on that it had `then`.
fn with_what_it_had(now: &Item, then: &Item, cut: u128) -> Item {
    let block = |item: &Item| Block::of(&json!({ "entries": STANDARD.encode(bytes(item)) }));
    let mut entries = block(now).entries;
    entries.extend(block(then).entries.into_iter().filter(|entry| entry.data_id.as_u128() >= cut));
    let packed = postcard::to_extend(&Block { entries, ..block(now) }, vec![3]).expect("they can be packed");
    let mut item = now.clone();
    item.insert("entries".to_owned(), AttributeValue::B(Blob::new(packed)));
    item
}

fn bytes(item: &Item) -> Vec<u8> {
    item["entries"].as_b().expect("a segment has entries").as_ref().to_vec()
}

async fn first_segment(world: &World) -> Item {
    let first = |item: &Item| item["firstId"].as_s().is_ok_and(|id| id == &Uuid::nil().to_string());
    world.items("Catalogue").await.into_iter().find(first).expect("there is a segment")
}

#[tokio::test]
async fn a_segment_that_is_removed_does_not_bring_back_what_the_one_before_it_had() {
    let world = World::start().await;
    let (mut person, beyond) = after_a_cut(&world).await;
    let cut = segments(&world).await[1].0;
    let then = first_segment(&world).await;
    let (left, right): (Vec<u128>, Vec<u128>) =
        person.live.keys().map(Uuid::as_u128).partition(|number| *number < cut);
    let gone: Vec<_> = right.iter().map(|number| person.expire(*number)).collect();
    world.apply(&gone).await;
    // The removals are in the segments once the journal contains only these edits.
    for number in left.iter().cycle().take(100) {
        world.apply(&[person.edit(*number, |favorite| favorite.title.push('!'))]).await;
    }
    assert!(world.journal(&person).await.iter().all(|number| *number < cut));
    for favorite in person.live.values() {
        world.put(serde_dynamo::to_item(person.item(favorite)).unwrap()).await;
    }
    // The segment may have been written since. Write it as a consumer would that had stalled after it read the segment.
    world.put(with_what_it_had(&first_segment(&world).await, &then, cut)).await;
    assert!(segments(&world).await[0].1.contains(&beyond));
    world.check(&[&person]).await;
    world.clock.advance(TOMBSTONE_KEEPS);
    for _ in 0..3 {
        world.favorites.reconcile_user(&person.id, Repairs::AtOnce, PATIENCE).await.unwrap();
        world.check(&[&person]).await;
    }
    let segments = segments(&world).await;
    assert!(segments.iter().all(|(first_id, ids)| *first_id < cut && ids.iter().all(|id| *id < cut)));
    world.end(&[&person]).await;
}
