//! Nodes of the count tree that are overwritten once no head names them.

use std::time::Duration;

use favorites_api::favorites::{ChangeRecord, EpochSeconds};
use favorites_tests::pause_when;
use single_table::testing::Operation;

use crate::person::{Favorite, Person};
use crate::world::{PATIENCE, World};

/// The number of notes, each with an expiry of its own.
const NOTES: u128 = 240;

/// A person whose expiries fill several nodes.
async fn expiring(world: &World, name: &str) -> Person {
    let mut person = world.person(name);
    let now = EpochSeconds::of(world.clock.now()).get();
    let expiry = |number: u128| now + 1_000 + u64::try_from(number).unwrap_or_default();
    let records: Vec<_> =
        (1..=NOTES).map(|number| person.keep(Favorite::note(number).expiring(expiry(number)))).collect();
    for batch in records.chunks(20) {
        world.apply(batch).await;
    }
    person
}

/// Gives notes other seconds of expiry, so far from each other that most belong to different nodes.
fn put_off(person: &mut Person, numbers: impl IntoIterator<Item = u128>) -> Vec<ChangeRecord> {
    let edit = |favorite: &mut Favorite| favorite.expiry = favorite.expiry.map(|second| second + 100);
    numbers.into_iter().map(|number| person.edit(number, edit)).collect()
}

async fn nodes_of(world: &World, person: &Person) -> usize {
    let nodes = world.items("CatalogueCounts").await;
    nodes.iter().filter(|node| node["userId"].as_s().is_ok_and(|user| user == person.id.as_str())).count()
}

#[tokio::test]
async fn lone_changes_overwrite_replaced_nodes_instead_of_deleting_them() {
    let world = World::start().await;
    let mut ann = expiring(&world, "ann").await;
    let consumer = world.consumer();
    let before = nodes_of(&world, &ann).await;
    assert!(before > 10, "the expiries are in {before} nodes");
    for number in 1..=NOTES {
        // Forth and back, so that the tree keeps its size.
        let there = ann.edit(number, |favorite| favorite.expiry = favorite.expiry.map(|second| second + 1));
        consumer.apply(&[there]).await;
        let back = ann.edit(number, |favorite| favorite.expiry = favorite.expiry.map(|second| second - 1));
        consumer.apply(&[back]).await;
    }
    world.check(&[&ann]).await;
    let (after, deleted) = (nodes_of(&world, &ann).await, consumer.asked(Operation::DeleteItem));
    assert!(after < before + 10 && deleted < 10, "{after} nodes instead of {before}, and {deleted} deleted");
    world.end(&[&ann]).await;
}

#[tokio::test]
async fn a_writer_that_stands_still_at_any_request_overwrites_no_node_that_counts() {
    let world = World::start().await;
    let mut people: Vec<Person> = Vec::new();
    loop {
        let mut person = expiring(&world, &format!("person {}", people.len())).await;
        let slow = put_off(&mut person, [3, 13, 23, 33, 43, 53]);
        // Each of these commits takes spare nodes, and leaves others.
        let fast = [[5, 15, 25, 35, 45, 55], [7, 17, 27, 37, 47, 57], [5, 15, 25, 35, 45, 55]]
            .map(|numbers| put_off(&mut person, numbers));

        let consumer = world.consumer();
        let stands_still_at = people.len() + 1;
        let mut delivery = Box::pin(consumer.deliver(&slow, PATIENCE));
        let still = || consumer.faults.requests().len() >= stands_still_at;
        let ended = pause_when(&mut delivery, still).await;
        for records in &fast {
            world.apply(records).await;
        }
        let stood_still = ended.is_none();
        let results = match ended {
            Some(results) => results,
            None => delivery.await,
        };
        assert!(results.iter().all(Result::is_ok), "{results:?}");
        world.check(&[people.iter().collect(), vec![&person]].concat()).await;
        people.push(person);
        if !stood_still {
            break;
        }
    }
    assert!(people.len() > 5, "a delivery took only {} requests", people.len() - 1);
    world.end(&people.iter().collect::<Vec<_>>()).await;
}

#[tokio::test]
async fn nodes_of_commits_that_failed_are_overwritten() {
    let world = World::start().await;
    let mut ann = expiring(&world, "ann").await;
    let before = nodes_of(&world, &ann).await;
    for round in 0..30 {
        let slow = put_off(&mut ann, [1 + round]);
        let fast = [ann.edit(60 - round % 20, |favorite| favorite.title.push('!'))];
        let consumer = world.consumer();
        let mut delivery = Box::pin(consumer.deliver(&slow, PATIENCE));
        let has_read_nodes = || consumer.asked(Operation::BatchGetItem) > 0;
        let ended = pause_when(&mut delivery, has_read_nodes).await;
        world.apply(&fast).await;
        if ended.is_none() {
            assert!(delivery.await.iter().all(Result::is_ok));
        }
    }
    world.check(&[&ann]).await;
    let after = nodes_of(&world, &ann).await;
    assert!(after < before + 12, "{after} nodes instead of {before}");
    world.end(&[&ann]).await;
}

#[tokio::test]
async fn a_reader_takes_no_node_that_was_overwritten_since_it_read_the_head() {
    let world = World::start().await;
    let mut ann = expiring(&world, "ann").await;
    world.clock.advance(Duration::from_secs(1_030));
    let reader = world.consumer();
    let user = ann.id.clone();
    let mut reading = Box::pin(reader.favorites.counts(&user));
    let has_head = || reader.asked(Operation::GetItem) > 0;
    assert!(pause_when(&mut reading, has_head).await.is_none(), "it read no more than the head");
    // Every node is replaced several times.
    for step in 0..8 {
        let edits: Vec<_> = (31..=NOTES)
            .filter(|number| number % 4 == step % 4)
            .map(|number| ann.edit(number, |favorite| favorite.expiry = None))
            .collect();
        world.apply(&edits).await;
    }
    assert_eq!(reading.await.expect("the counts can be read").total, 210);
    assert_eq!(world.faults(&[&ann]).await, Vec::<String>::new());
}
