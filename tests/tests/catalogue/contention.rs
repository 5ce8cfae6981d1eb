//! Tests several consumers that work on one person's catalogue.

use std::time::Duration;

use favorites_api::favorites::{ChangeRecord, Error};
use favorites_tests::pause_when;
use futures::future::join_all;
use single_table::testing::{Fault, Operation, Times};

use crate::person::Person;
use crate::world::{PATIENCE, World};

/// The number of concurrent consumers.
const CONSUMERS: usize = 8;

/// Delivers each list of records to a consumer of its own, all at the same time.
async fn all_at_once(world: &World, deliveries: Vec<Vec<ChangeRecord>>) {
    let tasks = deliveries.into_iter().map(|records| {
        let consumer = world.consumer();
        tokio::spawn(async move { consumer.deliver(&records, PATIENCE).await })
    });
    for results in join_all(tasks).await {
        for result in results.expect("no consumer panics") {
            result.expect("every record can be applied");
        }
    }
}

/// Returns a person with several segments, and a full journal with entries of more than one of them. The next record
/// empties it.
async fn several_segments(world: &World, name: &str) -> Person {
    let mut person = world.person(name);
    world.apply(&person.keep_notes((1..=60).map(|number| 10 * number))).await;
    let edited = [10, 20, 200, 210, 400, 410, 590, 600];
    let edits: Vec<ChangeRecord> =
        edited.into_iter().map(|number| person.edit(number, |favorite| favorite.title.push('!'))).collect();
    world.apply(&edits).await;
    assert_eq!(world.journal(&person).await, edited.into(), "all others are in segments");
    person
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_records_at_several_consumers_at_once_count_once() {
    let world = World::start().await;
    let mut ann = world.person("ann");
    let tags = [world.tag(&ann, "Red").await, world.tag(&ann, "Blue").await];
    let records = ann.busy_days(&tags);
    all_at_once(&world, vec![records; CONSUMERS]).await;
    world.end(&[&ann]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn different_records_of_one_person_at_several_consumers_at_once_all_count() {
    let world = World::start().await;
    let mut ann = world.person("ann");
    let records = ann.keep_notes(1..=200);
    let mut deliveries = vec![Vec::new(); CONSUMERS];
    for (at, record) in records.into_iter().enumerate() {
        deliveries[at % CONSUMERS].push(record);
    }
    all_at_once(&world, deliveries).await;
    world.end(&[&ann]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_records_of_one_favorite_at_several_consumers_at_once_count_as_the_last_of_them() {
    let world = World::start().await;
    let mut ann = world.person("ann");
    let tags = [world.tag(&ann, "Red").await, world.tag(&ann, "Blue").await];
    let mut records = ann.keep_notes([1]);
    for number in 0..30_usize {
        records.push(ann.edit(1, |favorite| favorite.tags = vec![tags[number % 2].clone()]));
        records.extend(ann.delete(1));
        records.extend(ann.restore(1));
    }
    let mut deliveries = vec![Vec::new(); CONSUMERS];
    for (at, record) in records.into_iter().enumerate() {
        deliveries[at % CONSUMERS].push(record);
    }
    all_at_once(&world, deliveries).await;
    world.end(&[&ann]).await;
}

#[tokio::test]
async fn a_consumer_that_stands_still_at_any_request_loses_nothing_to_another() {
    let world = World::start().await;
    let mut people: Vec<Person> = Vec::new();
    loop {
        let mut person = several_segments(&world, &format!("person {}", people.len())).await;
        let slow = vec![person.edit(200, |favorite| favorite.title.push('?')), person.expire(300)];
        let fast = [person.keep_notes([205, 405, 595]), person.delete(10).to_vec()].concat();

        let consumer = world.consumer();
        let stands_still_at = people.len() + 1;
        let mut delivery = Box::pin(consumer.deliver(&slow, PATIENCE));
        let still = || consumer.faults.requests().len() >= stands_still_at;
        let ended = pause_when(&mut delivery, still).await;
        world.apply(&fast).await;
        let stood_still = ended.is_none();
        let results = match ended {
            Some(results) => results,
            None => delivery.await,
        };
        assert!(results.iter().all(Result::is_ok), "{results:?}");
        people.push(person);
        if !stood_still {
            break;
        }
    }
    assert!(people.len() > 6, "a delivery took only {} requests", people.len() - 1);
    world.end(&people.iter().collect::<Vec<_>>()).await;
}

#[tokio::test]
async fn a_cut_that_another_consumers_change_cancels_is_repeated() {
    let world = World::start().await;
    let mut ann = world.before_a_cut().await;
    let (slow, fast) = (ann.keep_notes([1]), ann.keep_notes([2]));
    let consumer = world.consumer();
    // The transaction meets a conflict. While the consumer waits for its next try, another consumer changes the
    // segment.
    consumer.faults.arm(Fault::Conflict, Times::Next(1));
    let mut delivery = Box::pin(consumer.deliver(&slow, PATIENCE));
    let cut = || consumer.asked(Operation::TransactWriteItems) > 0;
    assert!(pause_when(&mut delivery, cut).await.is_none(), "nothing was cut");
    let segments = world.items("Catalogue").await.len();
    world.apply(&fast).await;
    assert!(world.items("Catalogue").await.len() > segments, "the other consumer cut nothing");
    assert!(delivery.await.iter().all(Result::is_ok));
    assert!(consumer.asked(Operation::GetItem) > 1, "the head was not read again");
    world.end(&[&ann]).await;
}

#[tokio::test]
async fn two_consumers_that_cut_the_same_segment_with_different_journals_lose_nothing() {
    let world = World::start().await;
    let mut ann = world.before_a_cut().await;
    let consumers = [world.consumer(), world.consumer()];
    let [older, newer] = &consumers;
    for consumer in &consumers {
        consumer.faults.arm(Fault::Conflict, Times::Next(1));
    }
    // The first consumer is about to cut the segment. Then an edit is added to the journal, and another consumer is
    // about to cut the segment, too.
    let records =
        [ann.keep_notes([1]), vec![ann.edit(85, |favorite| favorite.title.push('!'))], ann.keep_notes([2])];
    let mut first = Box::pin(older.deliver(&records[0], PATIENCE));
    let cuts = || older.asked(Operation::TransactWriteItems) > 0;
    assert!(pause_when(&mut first, cuts).await.is_none(), "nothing was cut");
    let heads = world.items("CatalogueHead").await;
    world.apply(&records[1]).await;
    assert_ne!(world.items("CatalogueHead").await, heads);
    let mut second = Box::pin(newer.deliver(&records[2], PATIENCE));
    pause_when(&mut second, || newer.asked(Operation::Query) > 0).await;
    assert!(first.await.iter().all(Result::is_ok));
    assert!(second.await.iter().all(Result::is_ok));
    world.end(&[&ann]).await;
}

#[tokio::test]
async fn a_cut_that_meets_conflicts_is_tried_again_as_long_as_there_is_time() {
    let world = World::start().await;
    let mut ann = world.before_a_cut().await;
    let (before, batch) = (ann.clone(), ann.keep_notes([1]));
    let consumer = world.consumer();
    consumer.faults.arm(Fault::Conflict, Times::Always);
    let results = consumer.deliver(&batch, Duration::from_secs(1)).await;
    assert!(matches!(results[..], [Err(Error::OutOfTime)]), "{results:?}");
    world.check(&[&before]).await;

    consumer.faults.clear();
    consumer.faults.arm(Fault::Conflict, Times::Next(3));
    let tries = consumer.asked(Operation::TransactWriteItems);
    consumer.apply(&batch).await;
    assert_eq!(consumer.asked(Operation::TransactWriteItems), tries + 4);
    world.end(&[&ann]).await;
}
