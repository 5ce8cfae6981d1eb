//! Tests consumers that die, and lost responses.

use favorites_api::favorites::{ChangeRecord, EpochSeconds};
use favorites_tests::pause_when;
use single_table::testing::{Fault, Operation, Target, Times};

use crate::person::{Favorite, Person};
use crate::world::{PATIENCE, World};

/// Returns records that overfill the journal. To apply them, a consumer writes segments and a head twice. With many
/// `new` notes, it first writes these to segments of their own, in a transaction.
fn second_batch(person: &mut Person, tags: &[String], new: u128) -> Vec<ChangeRecord> {
    let mut batch = person.keep_notes(30..30 + new);
    batch.extend([3, 5, 10, 11, 12].map(|number| person.edit(number, |favorite| favorite.title.push('!'))));
    batch.push(person.edit(1, |favorite| favorite.tags.clone_from(&tags.to_vec())));
    batch.extend(person.delete(2));
    batch.push(person.expire(9));
    batch
}

#[tokio::test]
async fn a_consumer_that_dies_at_any_request_leaves_each_commit_whole_or_undone() {
    // With 4 new notes, the commit takes four requests: a read of the head, a read of segments, and a write of each.
    // Emptying the journal takes four more. With 13 new notes, a first commit puts these into new segments, with two
    // reads and a transaction. The commit of the other records takes three requests, too.
    for (new, requests) in [(4, 8), (13, 10)] {
        dies_at_any_request(new, requests).await;
    }
}

async fn dies_at_any_request(new: u128, requests: usize) {
    let world = World::start().await;
    let mut people: Vec<Person> = Vec::new();
    loop {
        let mut person = world.person(&format!("person {}", people.len()));
        let tags = [world.tag(&person, "Red").await, world.tag(&person, "Blue").await];
        world.apply(&person.busy_days(&tags)).await;
        world.apply(&person.keep_notes(20..=24)).await;
        let before = person.clone();
        let batch = second_batch(&mut person, &tags, new);

        let consumer = world.consumer();
        let mut delivery = Box::pin(consumer.deliver(&batch, PATIENCE));
        let its_last = people.len() + 1;
        let died = pause_when(&mut delivery, || consumer.faults.requests().len() >= its_last).await.is_none();
        drop(delivery);

        // The stored state must be one of these three.
        let mut appended = before.clone();
        appended.keep_notes(30..30 + new);
        let others: Vec<&Person> = people.iter().collect();
        let mut faults = Vec::new();
        for state in [&before, &appended, &person] {
            faults.push(world.faults(&[others.clone(), vec![state]].concat()).await);
        }
        assert!(faults.iter().any(Vec::is_empty), "after request {its_last}: {faults:?}");
        world.apply(&batch).await;
        people.push(person);
        if !died {
            break;
        }
    }
    assert!(people.len() > requests, "a delivery took only {} requests", people.len() - 1);
    world.end(&people.iter().collect::<Vec<_>>()).await;
}

#[tokio::test]
async fn a_commit_that_dies_between_its_nodes_and_its_head_holds_up_no_later_one() {
    let world = World::start_with_sizes_of_service().await;
    let mut ann = world.person("ann");
    let mut tags = Vec::new();
    for number in 0..20 {
        tags.push(world.tag(&ann, &format!("Tag {number}")).await);
    }
    let now = EpochSeconds::of(world.clock.now()).get();
    let tagged = |number: u128| {
        let expiry = now + 100_000 + u64::try_from(number).expect("it is small");
        Favorite { tags: tags.clone(), ..Favorite::note(number).expiring(expiry) }
    };
    let mut with_spare = 0;
    for step in 0..12 {
        // A batch of favorites with many tags makes a run of counters. Every fourth one merges earlier runs, whose
        // nodes are spare then.
        let batch: Vec<_> = (1..=4).map(|number| ann.keep(tagged(4 * step + number))).collect();
        for requests in 1..=8 {
            let consumer = world.consumer();
            let mut delivery = Box::pin(consumer.deliver(&batch, PATIENCE));
            if pause_when(&mut delivery, || consumer.faults.requests().len() >= requests).await.is_some() {
                break;
            }
        }
        world.consumer().apply(&batch).await;
        world.check(&[&ann]).await;
        with_spare += u32::from(world.head(&ann).await.contains_key("spare"));
    }
    assert!(with_spare > 1, "no commit has found a spare node");
    world.end(&[&ann]).await;
}

#[tokio::test]
async fn an_answer_to_the_heads_put_that_got_lost_is_found_out_about_at_once() {
    let world = World::start().await;
    let mut ann = world.person("ann");
    let consumer = world.consumer();
    // The first commit creates the head, in a transaction. The second one puts it.
    for (number, operation) in [(1, Operation::TransactWriteItems), (2, Operation::PutItem)] {
        consumer.faults.arm(Fault::LostResponse(Target::Only(operation)), Times::Next(1));
        let before = consumer.asked(operation);
        consumer.apply(&ann.keep_notes([number])).await;
        assert_eq!(consumer.asked(operation) - before, 1, "it was done the first time");
        world.check(&[&ann]).await;
    }
    world.end(&[&ann]).await;
}

#[tokio::test]
async fn an_answer_to_a_segments_put_that_got_lost_moves_no_entry_twice() {
    let world = World::start().await;
    let mut ann = world.person("ann");
    // The first notes make the first segment. The later ones replace it with a larger one.
    for (first, last) in [(1..=5, 6..=6), (7..=9, 10..=11)] {
        let segments = world.items("Catalogue").await;
        world.apply(&ann.keep_notes(first)).await;
        assert_eq!(world.items("Catalogue").await, segments, "they fit the journal");
        let consumer = world.consumer();
        consumer.faults.arm(Fault::LostResponse(Target::Only(Operation::PutItem)), Times::Next(1));
        consumer.apply(&ann.keep_notes(last)).await;
        assert_eq!(
            consumer.asked(Operation::PutItem),
            3,
            "one segment, the row of what left the journal, and the head"
        );
        assert_eq!(world.items("Catalogue").await.len(), 1);
        world.check(&[&ann]).await;
    }
    world.end(&[&ann]).await;
}

#[tokio::test]
async fn an_answer_to_a_cut_that_got_lost_cuts_nothing_twice() {
    let world = World::start().await;
    let mut ann = world.before_a_cut().await;
    let consumer = world.consumer();
    consumer.faults.arm(Fault::LostResponse(Target::Only(Operation::TransactWriteItems)), Times::Always);
    let known = world.entries().await.len();
    // The response of each try is lost, but the transaction took place. So the next try finds nothing left to cut.
    consumer.apply(&ann.keep_notes([1])).await;
    assert!(consumer.asked(Operation::TransactWriteItems) > 0, "nothing was cut");
    assert_eq!(world.entries().await.len(), known + 1);
    world.end(&[&ann]).await;
}
