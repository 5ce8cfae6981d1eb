//! Tests favorites that expire, with small nodes of the count tree.

use std::time::Duration;

use favorites_api::favorites::{EpochSeconds, Error, Meter};
use favorites_tests::count_tree::runs_of;
use favorites_tests::{is_embedded, pause_when};
use single_table::testing::Operation;

use crate::person::{Favorite, Person};
use crate::world::World;

/// Saves `notes` notes. The first one expires in the next second, and each further one a second later.
async fn keep_expiring(world: &World, person: &mut Person, notes: u64) {
    let tag = world.tag(person, "Work").await;
    let now = EpochSeconds::of(world.clock.now()).get();
    let records: Vec<_> = (1..=notes)
        .map(|number| person.keep(Favorite::note(number.into()).tagged(&[&tag]).expiring(now + number)))
        .collect();
    for batch in records.chunks(25) {
        world.apply(batch).await;
    }
    assert!(world.items("CatalogueCounts").await.len() > 10, "the expiries are in several nodes");
}

#[tokio::test]
async fn each_favorite_leaves_the_counts_in_its_second_and_its_removal_changes_nothing() {
    let world = World::start().await;
    let mut ann = world.person("ann");
    keep_expiring(&world, &mut ann, 100).await;
    let tag_id = ann.live.values().next().expect("notes were kept").tags[0].parse().expect("it is an id");
    for second in 1..=100_u64 {
        world.clock.advance(Duration::from_secs(1));
        // Deliver every third removal at once, and the others later.
        if second % 3 == 0 {
            world.apply(&[ann.expire(second.into())]).await;
        }
        let counts = world.favorites.counts(&ann.id).await.expect("the counts can be read");
        let tag = world.favorites.tag(&ann.id, tag_id).await.expect("the tag is there");
        assert_eq!((counts.total, tag.favorites.total()), (100 - second, 100 - second), "second {second}");
    }
    assert_eq!(world.faults(&[&ann]).await, Vec::<String>::new());
    let left: Vec<u128> = ann.live.keys().map(uuid::Uuid::as_u128).collect();
    let removals: Vec<_> = left.into_iter().map(|number| ann.expire(number)).collect();
    world.apply(&[removals.clone(), removals].concat()).await;
    world.end(&[&ann]).await;
}

#[tokio::test]
async fn an_expiry_that_was_edited_after_it_passed_counts_again() {
    let world = World::start().await;
    let mut ann = world.person("ann");
    keep_expiring(&world, &mut ann, 60).await;
    world.clock.advance(Duration::from_mins(1));
    assert_eq!(world.favorites.counts(&ann.id).await.expect("they can be read").total, 0);
    // These edits took place before the notes expired, and their records arrive late.
    let later = EpochSeconds::of(world.clock.now()).get() + 1_000;
    let edits = [
        ann.edit(10, |favorite| favorite.expiry = None),
        ann.edit(20, |favorite| favorite.expiry = Some(later)),
    ];
    world.apply(&edits).await;
    assert_eq!(world.favorites.counts(&ann.id).await.expect("they can be read").total, 2);
    world.clock.advance(Duration::from_secs(1_000));
    assert_eq!(world.favorites.counts(&ann.id).await.expect("they can be read").total, 1);
    assert_eq!(world.faults(&[&ann]).await, Vec::<String>::new());
}

#[tokio::test]
async fn a_count_reads_one_node_of_each_level_of_a_run_however_many_favorites_have_expired() {
    let world = World::start().await;
    let mut ann = world.person("ann");
    keep_expiring(&world, &mut ann, 300).await;
    let head = world.catalogue().await.into_iter().find(|item| item["type"] == "CatalogueHead");
    let runs = runs_of(&head.expect("there is a head"));
    assert!((2..10).contains(&runs), "{runs} runs");
    let most = 0.5 * f64::from(u32::try_from(runs).expect("they are few"));
    let meter = Meter::new();
    let service = world.favorites.clone().with_meter(meter.clone());
    for expired in (0..300).step_by(7) {
        let counts = service.counts(&ann.id).await.expect("the counts can be read");
        assert_eq!(counts.total, 300 - expired);
        for usage in meter.take() {
            // Other engines may report other units.
            assert!(!is_embedded() || usage.units.read <= most, "{usage:?} after {expired}");
        }
        world.clock.advance(Duration::from_secs(7));
    }
}

#[tokio::test]
async fn a_reader_whose_nodes_are_replaced_meanwhile_reads_the_new_ones() {
    let world = World::start().await;
    let mut ann = world.person("ann");
    keep_expiring(&world, &mut ann, 100).await;
    world.clock.advance(Duration::from_secs(50));
    let reader = world.consumer();
    let user = ann.id.clone();
    let mut reading = Box::pin(reader.favorites.counts(&user));
    let has_head = || reader.asked(Operation::GetItem) > 0;
    assert!(pause_when(&mut reading, has_head).await.is_none(), "it read no more than the head");
    let removals: Vec<_> = (1..=100).map(|number| ann.expire(number)).collect();
    world.apply(&removals).await;
    assert_eq!(reading.await.expect("the counts can be read").total, 0);
    world.end(&[&ann]).await;
}

#[tokio::test]
async fn a_node_that_is_lost_is_named_and_holds_up_no_record() {
    let world = World::start().await;
    let mut ann = world.person("ann");
    keep_expiring(&world, &mut ann, 100).await;
    for node in world.items("CatalogueCounts").await {
        world.delete(&node).await;
    }
    world.clock.advance(Duration::from_secs(50));
    let counts = world.favorites.counts(&ann.id).await;
    let Err(Error::Catalogue { reason }) = counts else { panic!("{counts:?}") };
    assert_eq!(reason, "the head of ann names a node of the counts that does not exist");
    world.apply(&ann.keep_notes(1_000..1_010)).await;
}
