//! Tests items of the catalogue that can't be read.

use aws_sdk_dynamodb::primitives::Blob;
use aws_sdk_dynamodb::types::AttributeValue;
use favorites_api::favorites::{ChangeRecord, Error, SearchRequest};

use crate::person::Person;
use crate::world::{Item, PATIENCE, World};

/// Returns the item with other bytes in an attribute.
fn damaged(item: &Item, attribute: &str) -> Item {
    let mut item = item.clone();
    item.insert(attribute.to_owned(), AttributeValue::B(Blob::new([9, 9, 9])));
    item
}

/// Returns two people. The first one has a segment.
async fn two_people(world: &World) -> (Person, Person) {
    let (mut ann, mut bob) = (world.person("ann"), world.person("bob"));
    world.apply(&bob.keep_notes([1])).await;
    world.apply(&ann.keep_notes([1])).await;
    world.move_to_segments(&mut ann, 100).await;
    (ann, bob)
}

/// Delivers records of both people. Asserts that the first person's records fail for `reason`, and that the other's are
/// applied.
async fn only_the_others_are_applied(
    world: &World,
    of_first: &[ChangeRecord],
    of_other: &[ChangeRecord],
    reason: &str,
) {
    let batch: Vec<ChangeRecord> = of_first.iter().chain(of_other).cloned().collect();
    let results = world.favorites.apply_changes(batch, PATIENCE).await;
    let (failed, applied) = results.split_at(of_first.len());
    for result in failed {
        let Err(Error::Uncounted { reason: said }) = result else { panic!("{result:?}") };
        assert!(said.contains(reason), "{said}");
    }
    assert!(applied.iter().all(Result::is_ok), "{applied:?}");
}

#[tokio::test]
async fn a_segment_that_cant_be_read_is_named_and_harms_nobody_else() {
    let world = World::start().await;
    let (mut ann, mut bob) = two_people(&world).await;
    let segment = world.items("Catalogue").await.remove(0);
    world.put(damaged(&segment, "entries")).await;
    let of_ann = vec![ann.edit(1, |favorite| favorite.title.push('!'))];
    let reason =
        "entries of the segment of ann from 00000000-0000-0000-0000-000000000000 on: form Some(9) is unknown";
    only_the_others_are_applied(&world, &of_ann, &bob.keep_notes([2]), reason).await;
    for person in [&ann, &bob] {
        let searched = world.favorites.search(&person.id, &SearchRequest::default()).await;
        assert!(searched.is_ok(), "searches don't read segments: {searched:?}");
    }

    world.put(segment).await;
    world.apply(&of_ann).await;
    world.end(&[&ann, &bob]).await;
}

#[tokio::test]
async fn a_head_that_cant_be_read_is_named_and_harms_nobody_else() {
    for (attribute, reason) in [
        ("entries", "entries of the head of ann: form Some(9) is unknown"),
        ("counts", "counters of the head of ann: "),
    ] {
        let world = World::start().await;
        let (mut ann, mut bob) = two_people(&world).await;
        let heads = world.items("CatalogueHead").await;
        let head =
            heads.into_iter().find(|head| head["userId"].as_s().is_ok_and(|user| user == "ann")).unwrap();
        world.put(damaged(&head, attribute)).await;
        let of_ann = ann.keep_notes([2, 3]);
        only_the_others_are_applied(&world, &of_ann, &bob.keep_notes([2]), reason).await;
        let counts = world.favorites.counts(&ann.id).await;
        let counters_are_whole = attribute != "counts";
        assert_eq!(counts.is_ok(), counters_are_whole, "the counts need no journal: {counts:?}");

        world.put(head).await;
        world.apply(&of_ann).await;
        world.end(&[&ann, &bob]).await;
    }
}

#[tokio::test]
async fn a_record_that_cant_be_read_harms_no_other() {
    let world = World::start().await;
    let mut ann = world.person("ann");
    let mut batch = ann.keep_notes(1..=3);
    let unreadable = [
        ChangeRecord { old: None, new: None, ..batch[0].clone() },
        ChangeRecord { new: Some(serde_dynamo::Item::default()), ..batch[0].clone() },
    ];
    batch.splice(1..1, unreadable);
    let results = world.favorites.apply_changes(batch, PATIENCE).await;
    let said: Vec<_> = results.iter().map(|result| result.as_ref().err().map(ToString::to_string)).collect();
    let not_counted = |reason: &str| Some(format!("a record of the stream was not counted: {reason}"));
    let expected = [
        None,
        not_counted("it has no image"),
        not_counted("its image does not say what it is of"),
        None,
        None,
    ];
    assert_eq!(said, expected);
    world.end(&[&ann]).await;
}
