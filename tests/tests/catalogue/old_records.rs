//! Tests records that arrive again after a long time.

use std::time::Duration;

use favorites_api::favorites::limits::{RECORD_BELIEVED, TOMBSTONE_KEEPS, TRASH_KEEPS};
use favorites_api::favorites::{ChangeRecord, EpochSeconds, Error};
use favorites_tests::pause_when;
use single_table::testing::Operation;

use crate::person::{Favorite, Person};
use crate::world::{PATIENCE, World};

const HOUR: Duration = Duration::from_hours(1);

/// Returns the record without the time of its write.
fn without_time(record: &ChangeRecord) -> ChangeRecord {
    ChangeRecord { written: None, ..record.clone() }
}

/// Saves a favorite with the number 1 and moves its entry from the journal to a segment. Returns its record.
async fn kept_in_a_segment(world: &World, person: &mut Person) -> ChangeRecord {
    let [kept] = <[ChangeRecord; 1]>::try_from(person.keep_notes([1])).expect("it is one");
    world.apply(std::slice::from_ref(&kept)).await;
    world.move_to_segments(person, 100).await;
    kept
}

#[tokio::test]
async fn a_record_from_before_a_removal_brings_nothing_back_while_it_is_believed() {
    let world = World::start().await;
    let mut ann = world.person("ann");
    let kept = kept_in_a_segment(&world, &mut ann).await;
    world.apply(&[ann.expire(1)]).await;
    world.move_to_segments(&mut ann, 200).await;
    world.clock.advance(23 * HOUR);
    let consumer = world.consumer();
    consumer.apply(std::slice::from_ref(&kept)).await;
    assert!(world.entries().await.contains(&1), "there is a tombstone");
    world.end(&[&ann]).await;
}

#[tokio::test]
async fn a_record_from_before_a_removal_brings_nothing_back_when_the_tombstone_is_forgotten() {
    let world = World::start().await;
    let mut ann = world.person("ann");
    let kept = kept_in_a_segment(&world, &mut ann).await;
    world.apply(&[ann.expire(1)]).await;
    world.clock.advance(TOMBSTONE_KEEPS + 24 * HOUR);
    world.move_to_segments(&mut ann, 200).await;
    assert!(!world.entries().await.contains(&1), "the tombstone is forgotten");
    for late in [kept.clone(), without_time(&kept)] {
        world.apply(&[late]).await;
        world.check(&[&ann]).await;
        world.move_to_segments(&mut ann, 300).await;
        world.check(&[&ann]).await;
        world.clock.advance(TOMBSTONE_KEEPS);
    }
    world.end(&[&ann]).await;
}

#[tokio::test]
async fn a_consumer_that_stood_still_for_days_brings_nothing_back() {
    let world = World::start().await;
    let (mut ann, slow) = (world.person("ann"), world.consumer());
    let kept = ann.keep_notes([1]);
    let mut delivery = Box::pin(slow.deliver(&kept, PATIENCE));
    assert!(pause_when(&mut delivery, || slow.asked(Operation::GetItem) > 0).await.is_none());
    world.apply(&kept).await;
    world.move_to_segments(&mut ann, 100).await;
    world.apply(&[ann.expire(1)]).await;
    world.clock.advance(TOMBSTONE_KEEPS + 24 * HOUR);
    world.move_to_segments(&mut ann, 200).await;
    assert!(!world.entries().await.contains(&1), "the tombstone is forgotten");
    let late = delivery.await;
    assert!(matches!(late[..], [Err(Error::OutOfTime)]), "{late:?}");
    world.check(&[&ann]).await;
    world.apply(&kept).await;
    world.end(&[&ann]).await;
}

#[tokio::test]
async fn a_removal_that_comes_days_late_is_counted_once_however_often_it_comes() {
    let world = World::start().await;
    let mut ann = world.person("ann");
    kept_in_a_segment(&world, &mut ann).await;
    let removal = ann.expire(1);
    world.clock.advance(TOMBSTONE_KEEPS + 24 * HOUR);
    for late in [removal.clone(), without_time(&removal), removal.clone()] {
        world.apply(&[late]).await;
        world.check(&[&ann]).await;
        world.move_to_segments(&mut ann, 200).await;
        world.check(&[&ann]).await;
        // The next round saves notes with the same numbers. The catalogue knows some of them already and ignores their
        // records.
        world.clock.advance(TOMBSTONE_KEEPS);
    }
    world.end(&[&ann]).await;
}

#[tokio::test]
async fn a_favorite_stays_gone_when_the_trash_empties_itself_a_month_later() {
    let world = World::start().await;
    let mut ann = world.person("ann");
    kept_in_a_segment(&world, &mut ann).await;
    world.apply(&ann.delete(1)).await;
    assert!(world.journal(&ann).await.contains(&1));
    world.clock.advance(TRASH_KEEPS);
    world.apply(&[ann.purge(1)]).await;
    world.check(&[&ann]).await;
    world.move_to_segments(&mut ann, 200).await;
    world.check(&[&ann]).await;
    world.clock.advance(TOMBSTONE_KEEPS);
    world.apply(&[ann.edit(100, |favorite| favorite.title.push('!'))]).await;
    world.end(&[&ann]).await;
}

#[tokio::test]
async fn a_late_record_is_a_hint_to_look_at_the_item() {
    let world = World::start().await;
    let mut ann = world.person("ann");
    let late = ann.keep_notes([1]);
    world.clock.advance(TOMBSTONE_KEEPS);
    // In the meantime the first favorite got a tag and another one was deleted. The records of these changes are lost.
    let tag = world.tag(&ann, "Red").await;
    drop(ann.edit(1, |favorite| favorite.tags = vec![tag]));
    put_all(&world, &ann).await;
    world.apply(&late).await;
    world.check(&[&ann]).await;

    let [kept] = <[ChangeRecord; 1]>::try_from(ann.keep_notes([2])).expect("it is one");
    let [gone, trashed] = ann.delete(2);
    put_all(&world, &ann).await;
    world.apply(&[without_time(&kept), without_time(&trashed), without_time(&gone)]).await;
    world.end(&[&ann]).await;
}

#[tokio::test]
async fn a_record_is_believed_for_a_day_and_a_moment_later_no_more() {
    let world = World::start().await;
    let mut ann = world.person("ann");
    // The table does not have the items of these notes, so a consumer that reads them finds them removed.
    let [believed, doubted] = <[ChangeRecord; 2]>::try_from(ann.keep_notes([1, 2])).expect("they are two");
    let written = believed.written.expect("it says when it was written");
    world.clock.advance(RECORD_BELIEVED);
    let a_second_less = Some(EpochSeconds::new(written.get() + 1));
    world.apply(&[ChangeRecord { written: a_second_less, ..believed }, doubted]).await;
    ann.live.remove(&Favorite::note(2).data_id);
    world.end(&[&ann]).await;
}

/// Puts all of the person's items into the table.
async fn put_all(world: &World, person: &Person) {
    let items = person.live.values().map(|favorite| person.item(favorite));
    for item in items.chain(person.trash.values().map(|favorite| person.trash_item(favorite))) {
        world.put(serde_dynamo::to_item(item).expect("it is an object")).await;
    }
}
