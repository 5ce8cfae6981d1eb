//! Tests the change feed of a table whose stream records are late or lost. A client only gets favorites that the catalogue has, because the feed
//! could never tell the client that another one is gone.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use favorites_api::favorites::{Change, ChangeRecord, FeedRoom, Meter, Position};
use favorites_tests::pause_when;
use single_table::testing::{Fault, Operation, Target, Times};
use uuid::Uuid;

use crate::person::Person;
use crate::world::{Item, PATIENCE, World};

/// A client's copy: the numbers of its favorites.
#[derive(Debug, Default)]
struct Copy {
    numbers: BTreeSet<u128>,
    cursor: Option<Position>,
}

impl Copy {
    /// Follows the feed to its end. Returns the numbers of the copy.
    async fn follow(&mut self, world: &World, person: &Person) -> &BTreeSet<u128> {
        loop {
            let page = world.favorites.changes(&person.id, self.cursor.as_ref(), &|_| 1).await;
            let page = page.expect("the cursor is good");
            for change in page.changes {
                match change {
                    Change::Favorite(favorite) => self.numbers.insert(favorite.data_id.as_uuid().as_u128()),
                    Change::GoneFavorite(data_id) => self.numbers.remove(&data_id.as_uuid().as_u128()),
                    other => panic!("nothing else changed: {other:?}"),
                };
            }
            self.cursor = Some(page.next);
            if !page.more {
                return &self.numbers;
            }
        }
    }
}

/// Saves notes with these numbers, in the table as well. Returns their records.
async fn save(world: &World, person: &mut Person, numbers: RangeInclusive<u128>) -> Vec<ChangeRecord> {
    let records = person.keep_notes(numbers.clone());
    for number in numbers {
        world.put(stored(person, number)).await;
    }
    records
}

/// Returns a person with the notes 1 to 3, which the catalogue has.
async fn with_three_notes(world: &World) -> Person {
    let mut person = world.person("ann");
    let records = save(world, &mut person, 1..=3).await;
    world.apply(&records).await;
    person
}

/// Returns the item of a note as it is stored.
fn stored(person: &Person, number: u128) -> Item {
    let item = person.item(&person.live[&Uuid::from_u128(number)]);
    serde_dynamo::to_item(item).expect("it is an object")
}

#[tokio::test]
async fn a_favorite_whose_record_is_late_follows_with_the_record() {
    let world = World::start().await;
    let mut ann = world.person("ann");
    let mut records = save(&world, &mut ann, 1..=80).await;
    let late = records.split_off(40);
    let mut copy = Copy::default();
    assert_eq!(*copy.follow(&world, &ann).await, BTreeSet::new(), "ann has no catalogue yet");
    world.apply(&records).await;
    assert_eq!(*copy.follow(&world, &ann).await, (1..=40).collect(), "journal and segments have these");
    let mut other = Copy::default();
    assert_eq!(
        *other.follow(&world, &ann).await,
        (1..=40).collect(),
        "a first synchronization leaves the others out"
    );
    world.apply(&late).await;
    for copy in [&mut copy, &mut other] {
        assert_eq!(*copy.follow(&world, &ann).await, (1..=80).collect());
    }
    world.end(&[&ann]).await;
}

#[tokio::test]
async fn a_favorite_whose_records_are_all_lost_is_in_no_copy() {
    let world = World::start().await;
    let mut ann = with_three_notes(&world).await;
    save(&world, &mut ann, 4..=4).await;
    let mut copy = Copy::default();
    assert_eq!(*copy.follow(&world, &ann).await, (1..=3).collect());
    world.delete(&stored(&ann, 4)).await;
    ann.expire(4);
    assert_eq!(*copy.follow(&world, &ann).await, (1..=3).collect());
    world.end(&[&ann]).await;
}

#[tokio::test]
async fn a_favorite_of_a_commit_that_failed_is_in_no_copy() {
    let world = World::start().await;
    let mut ann = with_three_notes(&world).await;
    let mut copy = Copy::default();
    copy.follow(&world, &ann).await;
    // These notes are too many for the journal, so the consumer puts a row that names them. It dies before it puts the head.
    let many = save(&world, &mut ann, 10..=40).await;
    let consumer = world.consumer();
    let head_put = Target::Only(Operation::TransactWriteItems);
    consumer.faults.arm(Fault::LostRequest(head_put), Times::Always);
    let mut delivery = Box::pin(consumer.deliver(&many, PATIENCE));
    let puts_head = || consumer.asked(Operation::TransactWriteItems) > 0;
    assert!(pause_when(&mut delivery, puts_head).await.is_none(), "it is not done");
    drop(delivery);
    assert_eq!(world.items("CatalogueChange").await.len(), 1);
    assert!(world.entries().await.is_disjoint(&(10..=40).collect()), "the head was not put");
    // Another commit takes the revision of the one that failed.
    let next = save(&world, &mut ann, 4..=4).await;
    world.apply(&next).await;
    assert_eq!(*copy.follow(&world, &ann).await, (1..=4).collect());
    world.apply(&many).await;
    assert_eq!(*copy.follow(&world, &ann).await, (1..=4).chain(10..=40).collect());
    world.end(&[&ann]).await;
}

#[tokio::test]
async fn a_first_synchronization_takes_as_few_requests_as_the_size_of_the_favorites_allows() {
    let world = World::start().await;
    let mut ann = world.person("ann");
    let records = save(&world, &mut ann, 1..=30).await;
    world.apply(&records).await;
    // Pages of later changes have 3, whose items are read one by one.
    let favorites = world.favorites.clone().with_feed_room(FeedRoom { bytes: 300, changes: 3 });
    let (mut cursor, mut sizes) = (None, Vec::new());
    loop {
        let page = favorites.changes(&ann.id, cursor.as_ref(), &|_| 20).await.expect("the cursor is good");
        sizes.push(page.changes.len());
        cursor = Some(page.next);
        if !page.more {
            break;
        }
    }
    assert_eq!(sizes, [15, 15], "a page has room for 300 bytes, and a change has 20");
}

/// Edits 20 favorites in each of this many commits, and follows the feed from the time before. Returns the
/// number of changes that it passed on, and the units of reading the rows of changes.
async fn rows_read(commits: usize) -> (usize, f64) {
    let world = World::start().await;
    let mut ann = world.person("ann");
    let records = save(&world, &mut ann, 1..=20 * commits as u128).await;
    world.apply(&records).await;
    let mut copy = Copy::default();
    copy.follow(&world, &ann).await;
    for commit in 0..commits as u128 {
        let edited = 20 * commit + 1..=20 * commit + 20;
        let edited: Vec<_> = edited.map(|number| ann.edit(number, |it| it.title.push('!'))).collect();
        world.apply(&edited).await;
    }
    let meter = Meter::new();
    let favorites = world.favorites.clone().with_meter(meter.clone());
    let favorites = favorites.with_feed_room(FeedRoom { bytes: usize::MAX, changes: 20 });
    let (mut changed, mut more) = (BTreeSet::new(), true);
    while more {
        let page =
            favorites.changes(&ann.id, copy.cursor.as_ref(), &|_| 1).await.expect("the cursor is good");
        changed.extend(page.changes.iter().map(|change| match change {
            Change::Favorite(favorite) => favorite.data_id,
            other => panic!("nothing else changed: {other:?}"),
        }));
        (copy.cursor, more) = (Some(page.next), page.more);
    }
    let usage = meter.take().into_iter();
    let of_rows = usage.filter(|usage| usage.entities.contains(&"CatalogueChange"));
    (changed.len(), of_rows.map(|usage| usage.units.read).sum())
}

#[tokio::test]
async fn four_times_as_many_changes_take_about_four_times_as_many_units_of_rows() {
    let ((few, small), (many, large)) = (rows_read(30).await, rows_read(120).await);
    assert_eq!((few, many), (600, 2_400));
    assert!(large <= 6.0 * small, "{few} changes took {small} units, and {many} took {large}");
}
