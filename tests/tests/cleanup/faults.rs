//! Tests that a deleted tag leaves its favorites under every fault.

use std::collections::BTreeSet;

use aws_sdk_dynamodb::types::AttributeValue;
use favorites_api::favorites::limits::{ATTEMPT_DELAYS, CLEANUP_STEP, JOB_HELD};
use favorites_api::favorites::{Action, DataId, Error, JobState, Selector, TagId, Turn};
use favorites_tests::pause_when;
use single_table::Item;
use single_table::testing::{Fault, Operation, Target, Times};

use crate::table::{PATIENCE, Table, number, saves};

impl Table {
    /// Changes an attribute of an item, and returns the item as it was.
    async fn damage(&self, item: Item, attribute: &str, value: AttributeValue) -> Item {
        let mut damaged = item.clone();
        damaged.insert(attribute.to_owned(), value);
        self.put(damaged).await;
        item
    }

    /// Creates a tag on a note, and deletes the tag. Returns the clean-up, too.
    async fn deleted_tag(&self, name: &str) -> (TagId, DataId, Item) {
        let tag_id = self.tag(name).await;
        let data_id = self.note(&[tag_id]).await;
        self.delete_tag(tag_id).await;
        (tag_id, data_id, self.item("TagCleanup", &tag_id.to_string()).await)
    }

    async fn item(&self, entity: &str, sort_key: &str) -> Item {
        let pk = AttributeValue::S(format!("{entity}#{}", self.person.as_str()));
        let get = self.client().get_item().table_name(self.name()).key("pk", pk);
        let found = get.key("sk", AttributeValue::S(sort_key.to_owned())).send().await;
        found.expect("the table answers").item.expect("the item is there")
    }
}

#[tokio::test]
async fn a_step_changes_no_more_favorites_than_its_limit() {
    let table = Table::start().await;
    let tag_id = table.deleted_tag_on(2 * CLEANUP_STEP as usize + 3).await;
    let (worker, faults) = table.worker();
    assert!(matches!(table.turn(&worker).await, Turn::CleanedUp(3)));
    assert_eq!(table.tagged(tag_id).await, 0);
    let requests = faults.requests();
    let steps = requests
        .split(saves)
        .map(|step| step.iter().filter(|request| request.operation == Operation::TransactWriteItems).count());
    assert_eq!(steps.collect::<Vec<_>>(), [50, 50, 3, 0]);
    table.end().await;
}

#[tokio::test]
async fn a_worker_that_dies_at_any_request_of_a_turn_is_followed_by_one_that_the_sweeper_calls() {
    let table = Table::start().await;
    let mut deaths = 0;
    loop {
        let tag_id = table.deleted_tag_on(3).await;
        let (worker, faults) = table.worker();
        let mut turn = Box::pin(worker.take_turn(&table.person, PATIENCE));
        let ended = pause_when(&mut turn, || faults.requests().len() > deaths).await;
        drop(turn);
        if ended.is_some() {
            break;
        }
        deaths += 1;
        table.clock.advance(JOB_HELD);
        table.drive().await;
        assert_eq!(table.tagged(tag_id).await, 0, "after a death at request {deaths}");
        table.remove(table.cleanup().await).await;
    }
    // A turn reads and takes the user's work, reads a clean-up, its entries and the record of a merge. Three
    // favorites take a read and a transaction each. Then it puts the clean-up, looks for another one, and
    // reads and gives back the user's work.
    assert_eq!(deaths, 15);
    table.end().await;
}

#[tokio::test]
async fn two_workers_at_once_do_no_harm() {
    let table = Table::start().await;
    let tag_id = table.deleted_tag_on(60).await;
    let (stalled, faults) = table.worker();
    let mut turn = Box::pin(stalled.take_turn(&table.person, PATIENCE));
    assert!(pause_when(&mut turn, || faults.requests().len() > 20).await.is_none());
    table.clock.advance(JOB_HELD);
    assert_eq!(table.drive().await, 2, "a second worker takes over");
    assert_eq!(table.tagged(tag_id).await, 0);
    let (cleanup, due) = (table.cleanup().await, table.only("Due").await);
    turn.await.expect("the table answers");
    assert_eq!((table.cleanup().await, table.only("Due").await.is_some()), (cleanup, due.is_some()));
    assert_eq!(table.tagged(tag_id).await, 0);
    table.end().await;
}

#[tokio::test]
async fn a_call_that_is_delivered_several_times_is_one_turn() {
    let table = Table::start().await;
    let tag_id = table.deleted_tag_on(60).await;
    let deliveries = (0..4).map(|_| {
        let (worker, user) = (table.worker().0, table.person.clone());
        tokio::spawn(async move { worker.take_turn(&user, PATIENCE).await })
    });
    let mut turns = Vec::new();
    for delivery in futures::future::join_all(deliveries).await {
        turns.push(delivery.unwrap().expect("the table answers"));
    }
    turns.retain(|turn| !matches!(turn, Turn::None));
    assert!(matches!(turns[..], [Turn::CleanedUp(2)]), "{turns:?}");
    assert_eq!(table.tagged(tag_id).await, 0);
    table.end().await;
}

#[tokio::test]
async fn a_lost_answer_is_found_out_about_in_a_later_turn() {
    for (operation, before) in
        [(Operation::TransactWriteItems, 0), (Operation::PutItem, 0), (Operation::PutItem, 1)]
    {
        let table = Table::start().await;
        let tag_id = table.deleted_tag_on(2).await;
        let (worker, faults) = table.worker();
        faults.arm_after(before, Fault::LostResponse(Target::Only(operation)), Times::Next(1));
        let turn = worker.take_turn(&table.person, PATIENCE).await;
        assert!(matches!(turn, Ok(Turn::Interrupted(_)) | Err(_)), "{turn:?}");
        table.clock.advance(JOB_HELD);
        table.drive().await;
        assert_eq!(table.tagged(tag_id).await, 0);
        assert_eq!(number(&table.cleanup().await, "attempts"), 0);
        table.end().await;
    }
}

#[tokio::test]
async fn a_throttled_turn_stays_where_it_is() {
    let table = Table::start().await;
    let tag_id = table.deleted_tag_on(2).await;
    let first = table.cleanup().await;
    let (worker, faults) = table.worker();
    for operation in [Operation::GetItem, Operation::PutItem, Operation::Query] {
        faults.arm(Fault::Throttled(Target::Only(operation)), Times::Always);
        let turn = worker.take_turn(&table.person, PATIENCE).await;
        assert!(matches!(turn, Ok(Turn::Interrupted(Error::Busy(_))) | Err(Error::Busy(_))), "{turn:?}");
        assert_eq!(table.cleanup().await, first);
        faults.clear();
    }
    assert!(matches!(table.turn(&worker).await, Turn::CleanedUp(1)));
    assert_eq!(table.tagged(tag_id).await, 0);
    table.end().await;
}

#[tokio::test]
async fn a_favorite_that_cannot_be_changed_delays_no_other_favorite_and_no_other_clean_up_and_no_job() {
    let table = Table::start().await;
    let [stuck, kept] = [table.tag("Stuck").await, table.tag("Kept").await];
    table.note(&[kept]).await;
    let mut notes = Vec::new();
    for _ in 0..9 {
        notes.push(table.note(&[stuck]).await);
    }
    let favorite = table.item("FavoriteData", &notes[4].to_string()).await;
    let favorite = table.damage(favorite, "title", AttributeValue::N("7".to_owned())).await;
    table.delete_tag(stuck).await;
    let (other, ..) = table.deleted_tag("Other").await;
    let turn = table.turn(&table.favorites).await;
    assert!(matches!(turn, Turn::Interrupted(Error::Table(_))), "{turn:?}");
    assert_eq!((table.tagged(stuck).await, table.tagged(other).await), (1, 0));
    // It was tried again at once.
    let mut waiting = table.item("TagCleanup", &stuck.to_string()).await;
    assert_eq!(number(&waiting, "attempts"), 2);
    for (attempts, delay) in [(3, ATTEMPT_DELAYS[1]), (4, ATTEMPT_DELAYS[2]), (5, ATTEMPT_DELAYS[3])] {
        let next = table.clock.after(delay).to_string();
        assert_eq!(waiting["time"], AttributeValue::S(next));
        table.clock.advance(delay);
        assert!(matches!(table.turn(&table.favorites).await, Turn::Interrupted(_)));
        waiting = table.item("TagCleanup", &stuck.to_string()).await;
        assert_eq!(number(&waiting, "attempts"), attempts);
        assert!(matches!(table.turn(&table.favorites).await, Turn::None), "it waits");
    }
    let selector = Selector { tag_id: Some(kept), ..Selector::default() };
    table.favorites.begin_job(&table.person, Action::Delete, selector, None).await.unwrap();
    table.clock.advance(JOB_HELD);
    let turn = table.turn(&table.favorites).await;
    assert!(
        matches!(&turn, Turn::Job(job) if job.state == JobState::Done && job.counts.changed == 1),
        "{turn:?}"
    );

    table.put(favorite).await;
    table.clock.advance(ATTEMPT_DELAYS[3]);
    table.drive().await;
    assert_eq!(table.tagged(stuck).await, 0);
    assert!(table.only("TagCleanup").await.is_none());
    table.end().await;
}

#[tokio::test]
async fn a_damaged_clean_up_fails_alone() {
    let table = Table::start().await;
    let (place, _, item) = table.deleted_tag("Place").await;
    let place_item = table.damage(item, "position", AttributeValue::S("nowhere".to_owned())).await;
    let (unreadable, _, item) = table.deleted_tag("Unreadable").await;
    let unreadable_item = table.damage(item, "attempts", AttributeValue::S("first".to_owned())).await;
    let (sound, ..) = table.deleted_tag("Sound").await;
    let turn = table.turn(&table.favorites).await;
    assert!(matches!(turn, Turn::Interrupted(Error::Position)), "{turn:?}");
    let left = [table.tagged(place).await, table.tagged(unreadable).await, table.tagged(sound).await];
    assert_eq!(left, [1, 1, 0]);

    for item in [place_item, unreadable_item] {
        table.put(item).await;
    }
    assert!(!table.favorites.resume_cleanup(&table.person, unreadable).await.unwrap(), "it is listed");
    table.clock.advance(ATTEMPT_DELAYS[1]);
    table.drive().await;
    assert_eq!([table.tagged(place).await, table.tagged(unreadable).await], [0, 0]);
    table.end().await;
}

#[tokio::test]
async fn a_tag_that_is_deleted_while_the_worker_finishes_has_its_turn() {
    let table = Table::start().await;
    // The worker stands still at each of its requests in turn.
    for requests in 0.. {
        let [first, second] = [table.tag("First").await, table.tag("Second").await];
        table.note(&[first, second]).await;
        let (worker, faults) = table.worker();
        table.delete_tag(first).await;
        let mut turn = Box::pin(worker.take_turn(&table.person, PATIENCE));
        let ended = pause_when(&mut turn, || faults.requests().len() > requests).await;
        table.delete_tag(second).await;
        if ended.is_none() {
            turn.await.expect("the table answers");
        }
        table.drive().await;
        assert_eq!((table.tagged(first).await, table.tagged(second).await), (0, 0), "at request {requests}");
        if ended.is_some() {
            break;
        }
    }
    table.end().await;
}

#[tokio::test]
async fn a_tag_that_is_deleted_while_it_is_put_on_favorites_is_on_none() {
    let table = Table::start().await;
    for _ in 0..5 {
        let tag_id = table.tag("Goes").await;
        let mut changes = tokio::task::JoinSet::new();
        for _ in 0..12 {
            let data_id = table.note(&[]).await;
            let (favorites, person) = (table.favorites.clone(), table.person.clone());
            changes.spawn(
                async move { favorites.tag_favorite(&person, data_id, None, tag_id).await.map(|_| ()) },
            );
        }
        let (favorites, person) = (table.favorites.clone(), table.person.clone());
        changes.spawn(async move { favorites.delete_tag(&person, tag_id, None).await });
        for result in changes.join_all().await {
            assert!(matches!(result, Ok(()) | Err(Error::NoTag(_) | Error::Busy(_))), "{result:?}");
        }
        table.drive().await;
        assert_eq!(table.tagged(tag_id).await, 0);
        table.remove(table.cleanup().await).await;
    }
    table.end().await;
}

#[tokio::test]
async fn a_favorite_that_is_edited_meanwhile_loses_the_tag_and_keeps_the_edit() {
    let table = Table::start().await;
    let (goes, stays) = (table.tag("Goes").await, table.tag("Stays").await);
    let data_id = table.note(&[goes]).await;
    table.delete_tag(goes).await;
    // Another tag can be added although the favorite still has the deleted one.
    let person = &table.person;
    let edited = table.favorites.tag_favorite(person, data_id, None, stays).await.unwrap();
    assert_eq!(edited.tag_ids, BTreeSet::from([goes, stays]));
    table.drive().await;
    let kept = table.favorites.favorite(person, data_id).await.unwrap();
    assert_eq!(kept.tag_ids, BTreeSet::from([stays]));
    table.end().await;
}
