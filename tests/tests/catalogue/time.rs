//! Tests too little time, and a table that does not keep up.

use std::time::{Duration, Instant};

use favorites_api::favorites::{ChangeRecord, Error};
use favorites_tests::pause_when;
use single_table::testing::{Fault, Operation, Target, Times};

use crate::person::{Favorite, Person};
use crate::world::{PATIENCE, World};

/// The time that a function has left after its consumer's time limit.
const GRACE: Duration = Duration::from_secs(10);

/// Returns records that are too large for one commit.
fn several_commits(person: &mut Person) -> Vec<ChangeRecord> {
    (1..=600).map(|number| person.keep(Favorite::note(number).titled(250))).collect()
}

fn is_out_of_time(result: &Result<(), Error>) -> bool {
    matches!(result, Err(Error::OutOfTime))
}

#[tokio::test]
async fn without_time_nothing_is_asked_and_every_record_says_so() {
    let world = World::start().await;
    let (mut ann, consumer) = (world.person("ann"), world.consumer());
    let batch = several_commits(&mut ann);
    let results = consumer.deliver(&batch, Duration::ZERO).await;
    assert!(results.len() == batch.len() && results.iter().all(is_out_of_time));
    assert_eq!(consumer.faults.requests(), []);
    world.apply(&batch).await;
    world.end(&[&ann]).await;
}

#[tokio::test]
async fn a_batch_whose_time_ends_half_way_is_finished_by_its_next_delivery() {
    let world = World::start().await;
    let (mut ann, consumer) = (world.person("ann"), world.consumer());
    let batch = several_commits(&mut ann);
    let mut delivery = Box::pin(consumer.deliver(&batch, Duration::from_secs(5)));
    // The first commit reads the head, which is not there, and whether the account is being erased.
    let paused = pause_when(&mut delivery, || consumer.asked(Operation::GetItem) > 2).await;
    assert!(paused.is_none(), "one commit took everything");
    consumer.faults.arm(Fault::Throttled(Target::Any), Times::Always);
    assert!(delivery.await.iter().all(is_out_of_time));
    let counted = world.favorites.counts(&ann.id).await.unwrap().total;
    assert!((1..600).contains(&counted), "{counted} of 600 were counted");

    consumer.faults.clear();
    consumer.apply(&batch).await;
    world.end(&[&ann]).await;
}

#[tokio::test]
async fn short_deliveries_one_after_the_other_come_to_an_end() {
    let world = World::start().await;
    let (mut ann, consumer) = (world.person("ann"), world.consumer());
    let batch = several_commits(&mut ann);
    let mut time = Duration::from_millis(1);
    while consumer.deliver(&batch, time).await.iter().any(is_out_of_time) {
        time *= 2;
        assert!(time < PATIENCE, "it never ends");
    }
    world.end(&[&ann]).await;
}

#[tokio::test]
async fn a_table_that_is_throttled_for_a_moment_is_asked_again() {
    let world = World::start().await;
    let (mut ann, consumer) = (world.person("ann"), world.consumer());
    // The consumer puts a few notes with the head alone, and many notes in new segments, in a transaction.
    let needed = [
        (Operation::GetItem, 1),
        (Operation::Query, 1),
        (Operation::PutItem, 1),
        (Operation::TransactWriteItems, 10),
    ];
    for (first, (operation, notes)) in needed.into_iter().enumerate() {
        consumer.faults.arm(Fault::Throttled(Target::Only(operation)), Times::Next(3));
        let before = consumer.asked(operation);
        consumer.apply(&ann.keep_notes((0..notes).map(|note| 10 * first as u128 + note + 1))).await;
        assert!(consumer.asked(operation) > before + 3, "{operation:?}");
        world.check(&[&ann]).await;
    }
    world.end(&[&ann]).await;
}

#[tokio::test]
async fn a_table_that_stays_throttled_ends_the_delivery_in_time() {
    let world = World::start().await;
    let (mut ann, consumer) = (world.person("ann"), world.consumer());
    let batch = ann.keep_notes(1..=10);
    consumer.faults.arm(Fault::Throttled(Target::Any), Times::Always);
    let (started, time) = (Instant::now(), Duration::from_secs(2));
    let results = consumer.deliver(&batch, time).await;
    assert!(results.iter().all(is_out_of_time));
    let took = started.elapsed();
    assert!(time <= took && took < time + GRACE, "it took {took:?}");
    // Without waits between the tries there would be hundreds of requests, and with waits of a fixed length far more
    // than 60.
    let tries = consumer.faults.requests().len();
    assert!((2..60).contains(&tries), "{tries} tries in {took:?}");

    consumer.faults.clear();
    consumer.apply(&batch).await;
    world.end(&[&ann]).await;
}

#[tokio::test]
async fn a_journal_that_cant_be_emptied_now_is_emptied_later() {
    let world = World::start().await;
    let (mut ann, consumer) = (world.person("ann"), world.consumer());
    world.apply(&ann.keep_notes(1..=12)).await;
    let batch: Vec<ChangeRecord> =
        (1..=12).map(|number| ann.edit(number, |favorite| favorite.title.push('!'))).collect();
    let mut delivery = Box::pin(consumer.deliver(&batch, PATIENCE));
    let counted = pause_when(&mut delivery, || consumer.asked(Operation::GetItem) > 1).await;
    assert!(counted.is_none(), "so many edits need no room");
    consumer.faults.arm(Fault::Throttled(Target::Any), Times::Always);
    let results = delivery.await;
    assert!(results.iter().all(Result::is_ok), "what is counted is counted: {results:?}");
    assert_eq!(world.journal(&ann).await, (1..=12).collect());
    world.check(&[&ann]).await;

    consumer.faults.clear();
    world.move_to_segments(&mut ann, 13).await;
    world.end(&[&ann]).await;
}

#[tokio::test]
async fn an_old_record_whose_item_cant_be_read_now_fails_alone() {
    let world = World::start().await;
    let (mut ann, consumer) = (world.person("ann"), world.consumer());
    let mut batch = ann.keep_notes(1..=3);
    world.put(serde_dynamo::to_item(ann.item(&Favorite::note(2).titled(100))).unwrap()).await;
    batch[1].written = None;
    // The first query is for the other records, which come first: it reads their segment.
    consumer.faults.arm_after(1, Fault::Throttled(Target::Only(Operation::Query)), Times::Next(1));
    let results = consumer.deliver(&batch, PATIENCE).await;
    assert!(matches!(results[..], [Ok(()), Err(Error::Busy(_)), Ok(())]), "{results:?}");
    assert_eq!(world.favorites.counts(&ann.id).await.unwrap().total, 2);
    consumer.apply(&batch).await;
    world.end(&[&ann]).await;
}
