//! Catalogues that grow.

use favorites_api::favorites::Change;
use favorites_api::favorites::limits::JOURNAL_BYTES;
use favorites_tests::catalogue::by_tag;

use crate::person::{Favorite, Person};
use crate::world::World;

/// 1 to `most`, each once and far from the one before. `most` has no factors but 2 and 5.
fn shuffled(most: u128) -> impl Iterator<Item = u128> {
    (0..most).map(move |number| (number * 3_001) % most + 1)
}

/// Applies records in batches of a size that a mapping may have.
async fn apply_in_batches(world: &World, records: &[Change]) {
    for batch in records.chunks(500) {
        world.apply(batch).await;
    }
}

#[tokio::test]
async fn five_thousand_favorites_in_any_order_are_all_known() {
    let world = World::start().await;
    let mut ann = world.person("ann");
    let records: Vec<Change> = shuffled(5_000).map(|number| ann.keep(Favorite::note(number))).collect();
    apply_in_batches(&world, &records).await;
    world.check(&[&ann]).await;
    assert!(world.items("Catalogue").await.len() > 100, "they are in many segments");

    // What the journal still has goes to the segments with the next changes.
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
    let records: Vec<Change> =
        (1..=1_600).map(|number| ann.keep(Favorite::note(number).titled(120))).collect();
    apply_in_batches(&world, &records).await;
    assert!(world.items("Catalogue").await.len() > 100, "they are in many segments");

    let batch: Vec<Change> = (0..320)
        .map(|place| {
            let tag = tags[place % tags.len()].clone();
            ann.edit(5 * place as u128 + 1, |favorite| favorite.tags.push(tag))
        })
        .collect();
    world.apply(&batch).await;
    world.check(&[&ann]).await;
    let heads = world.catalogue().await;
    let head = heads.iter().find(|item| item["type"] == "CatalogueHead").unwrap();
    assert_eq!(by_tag(head).len(), 120);

    // And again, so that what was in the journal moves to more than a hundred segments at once.
    let batch: Vec<Change> =
        (0..320).map(|place| ann.edit(5 * place + 3, |favorite| favorite.title.push('!'))).collect();
    world.apply(&batch).await;
    world.end(&[&ann]).await;
}

/// So many bytes of text that none of them fit a segment together.
fn long_title(number: u128, characters: usize) -> String {
    format!("{number} {}", "𠀀".repeat(characters))
}

/// The largest head, in bytes of its entries.
async fn head_bytes(world: &World, person: &Person) -> usize {
    let heads = world.items("CatalogueHead").await;
    let of_person =
        heads.iter().filter(|head| head["userId"].as_s().is_ok_and(|user| user == person.id.as_str()));
    let bytes = of_person.map(|head| {
        let entries = head["entries"].as_b().map_or(0, |bytes| bytes.as_ref().len());
        entries + head["text"].as_s().map_or(0, String::len)
    });
    bytes.max().unwrap_or(0)
}

#[tokio::test]
async fn a_head_stays_far_from_the_size_of_an_item_whatever_is_edited() {
    let world = World::start().await;
    let mut ann = world.person("ann");
    // Each in a segment of its own; then all of them short, so that the journal has many; then all of them long again.
    let long: Vec<Change> = (1..=320)
        .map(|number| ann.keep(Favorite { title: long_title(number, 240), ..Favorite::note(number) }))
        .collect();
    world.apply(&long).await;
    assert!(world.items("Catalogue").await.len() > 200, "each has a segment of its own");
    let short: Vec<Change> =
        (1..=320).map(|number| ann.edit(number, |favorite| favorite.title = "Short".to_owned())).collect();
    world.apply(&short).await;
    let long: Vec<Change> = shuffled(320)
        .map(|number| ann.edit(number, |favorite| favorite.title = long_title(number, 240)))
        .collect();
    for batch in long.chunks(60) {
        world.apply(batch).await;
        let bytes = head_bytes(&world, &ann).await;
        assert!(bytes < 128 * 1024, "the head has {bytes} bytes");
    }
    world.end(&[&ann]).await;
}

#[tokio::test]
async fn a_segment_may_need_more_parts_than_a_transaction_has_actions() {
    let world = World::start().await;
    let mut ann = world.person("ann");
    world.apply(&ann.keep_notes([1_000])).await;
    world.move_to_segments(&mut ann, 2_000).await;
    // All of them before what the segment has, and each so large that a part has room for one.
    let records: Vec<Change> = (1..=105)
        .map(|number| ann.keep(Favorite { title: long_title(number, 140), ..Favorite::note(number) }))
        .collect();
    world.apply(&records).await;
    assert!(world.journal(&ann).await.len() < 4, "they are in segments");
    assert!(world.items("Catalogue").await.len() > 90);
    world.check(&[&ann]).await;

    // The last part took the rest, and is cut when something is added.
    let segments = world.items("Catalogue").await.len();
    world.apply(&[ann.edit(104, |favorite| favorite.title.push('!'))]).await;
    world.move_to_segments(&mut ann, 4_000).await;
    assert!(world.items("Catalogue").await.len() > segments);
    world.end(&[&ann]).await;
}
