//! Tests catalogues that grow.

use favorites_api::favorites::ChangeRecord;
use favorites_api::favorites::limits::JOURNAL_BYTES;
use favorites_tests::count_tree::{Scope, changes, nodes_of};

use crate::person::{Favorite, Person};
use crate::world::World;

/// Returns the numbers from 1 to `most`, each once and far from the one before. `most` must only have the prime factors
/// 2 and 5.
fn shuffled(most: u128) -> impl Iterator<Item = u128> {
    (0..most).map(move |number| (number * 3_001) % most + 1)
}

/// Applies records in batches of 500.
async fn apply_in_batches(world: &World, records: &[ChangeRecord]) {
    for batch in records.chunks(500) {
        world.apply(batch).await;
    }
}

#[tokio::test]
async fn five_thousand_favorites_in_any_order_are_all_known() {
    let world = World::start().await;
    let mut ann = world.person("ann");
    let records: Vec<ChangeRecord> = shuffled(5_000).map(|number| ann.keep(Favorite::note(number))).collect();
    apply_in_batches(&world, &records).await;
    world.check(&[&ann]).await;
    assert!(world.items("Catalogue").await.len() > 100, "they are in many segments");

    // The next changes move the rest of the journal to the segments.
    for number in 10_001.. {
        world.apply(&[ann.keep(Favorite::note(number))]).await;
        let bytes = head_bytes(&world, &ann).await;
        if bytes <= JOURNAL_BYTES {
            break;
        }
        assert!(number < 10_400, "{bytes} are left in the journal");
    }
    world.end(&[&ann]).await;
}

#[tokio::test]
async fn a_batch_may_touch_more_than_a_hundred_segments_and_tags() {
    let world = World::start().await;
    let mut ann = world.person("ann");
    let mut tags = Vec::new();
    for number in 0..120 {
        tags.push(world.tag(&ann, &format!("Tag {number}")).await);
    }
    let records: Vec<ChangeRecord> =
        (1..=1_600).map(|number| ann.keep(Favorite::note(number).titled(120))).collect();
    apply_in_batches(&world, &records).await;
    assert!(world.items("Catalogue").await.len() > 100, "they are in many segments");

    let batch: Vec<ChangeRecord> = (0..320)
        .map(|place| {
            let tag = tags[place % tags.len()].clone();
            ann.edit(5 * place as u128 + 1, |favorite| favorite.tags.push(tag))
        })
        .collect();
    world.apply(&batch).await;
    world.check(&[&ann]).await;
    let items = world.catalogue().await;
    let head = items.iter().find(|item| item["type"] == "CatalogueHead").unwrap();
    let changes = changes(head, &nodes_of(&items, "ann")).unwrap();
    assert_eq!(changes.keys().filter(|cell| matches!(cell.scope, Scope::Tag(_))).count(), 120);
    assert!(world.items("CatalogueCounts").await.len() > 40, "the counters of tags are in many nodes");

    // Edit them again, so that the journal's entries move to more than a hundred segments at once.
    let batch: Vec<ChangeRecord> =
        (0..320).map(|place| ann.edit(5 * place + 3, |favorite| favorite.title.push('!'))).collect();
    world.apply(&batch).await;
    world.end(&[&ann]).await;
}

/// Returns the size of the person's head: the bytes of the journal's entries.
async fn head_bytes(world: &World, person: &Person) -> usize {
    let heads = world.items("CatalogueHead").await;
    let of_person =
        heads.iter().filter(|head| head["userId"].as_s().is_ok_and(|user| user == person.id.as_str()));
    let bytes = of_person.map(|head| head["entries"].as_b().map_or(0, |bytes| bytes.as_ref().len()));
    bytes.max().unwrap_or(0)
}

#[tokio::test]
async fn a_segment_may_need_more_parts_than_a_transaction_has_actions() {
    let world = World::start_with_tiny_segments().await;
    let mut ann = world.person("ann");
    world.apply(&ann.keep_notes([1_000])).await;
    world.move_to_segments(&mut ann, 2_000).await;
    // All of these notes come before those in the segment, and a new segment has room for only two.
    let records: Vec<ChangeRecord> = (1..=210).map(|number| ann.keep(Favorite::note(number))).collect();
    world.apply(&records).await;
    assert!(world.journal(&ann).await.len() < 4, "they are in segments");
    assert!(world.items("Catalogue").await.len() > 90);
    world.check(&[&ann]).await;

    // The last new segment took the rest. It is cut when another entry is added.
    let segments = world.items("Catalogue").await.len();
    world.apply(&[ann.edit(104, |favorite| favorite.title.push('!'))]).await;
    world.move_to_segments(&mut ann, 4_000).await;
    assert!(world.items("Catalogue").await.len() > segments);
    world.end(&[&ann]).await;
}
