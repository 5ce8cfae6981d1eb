//! Tests records that arrive more than once.

use favorites_api::favorites::{ChangeRecord, StreamItem};

use crate::world::World;

#[tokio::test]
async fn a_batch_that_comes_again_changes_nothing() {
    let world = World::start().await;
    let mut ann = world.person("ann");
    let tags = [world.tag(&ann, "Red").await, world.tag(&ann, "Blue").await];
    let batch = ann.busy_days(&tags);
    world.apply(&batch).await;
    world.check(&[&ann]).await;
    let stored = world.catalogue().await;
    for _ in 0..2 {
        world.apply(&batch).await;
        assert_eq!(world.catalogue().await, stored);
    }
    world.end(&[&ann]).await;
}

#[tokio::test]
async fn a_record_that_comes_alone_counts_no_other_than_in_a_batch() {
    let world = World::start().await;
    let mut ann = world.person("ann");
    let tags = [world.tag(&ann, "Red").await, world.tag(&ann, "Blue").await];
    for record in ann.busy_days(&tags) {
        for _ in 0..2 {
            world.apply(std::slice::from_ref(&record)).await;
        }
    }
    world.end(&[&ann]).await;
}

#[tokio::test]
async fn batches_that_overlap_count_each_record_once() {
    let world = World::start().await;
    let mut ann = world.person("ann");
    let tags = [world.tag(&ann, "Red").await, world.tag(&ann, "Blue").await];
    let records = ann.busy_days(&tags);
    let last = records.len();
    for (first, end) in [(0, 9), (3, 15), (0, 3), (12, last), (9, 18), (0, last)] {
        world.apply(&records[first..end]).await;
    }
    let twice: Vec<ChangeRecord> = records.iter().chain(records.iter().rev()).cloned().collect();
    world.apply(&twice).await;
    world.end(&[&ann]).await;
}

#[tokio::test]
async fn records_of_the_consumers_own_writes_change_nothing() {
    let world = World::start().await;
    let mut ann = world.person("ann");
    let tags = [world.tag(&ann, "Red").await, world.tag(&ann, "Blue").await];
    world.apply(&ann.busy_days(&tags)).await;
    world.apply(&ann.keep_notes(20..=40)).await;
    let consumer = world.consumer();
    for entity in ["CatalogueHead", "Catalogue"] {
        let items = world.items(entity).await;
        assert!(!items.is_empty(), "there is no {entity}");
        for item in items {
            let image = || Some(StreamItem::from(item.clone()));
            for (old, new) in [(None, image()), (image(), image()), (image(), None)] {
                consumer.apply(&[ChangeRecord { written: None, old, new }]).await;
            }
        }
    }
    assert_eq!(consumer.faults.requests(), []);
    world.end(&[&ann]).await;
}
