//! Tests a batch of the stream with clean-ups, old records and new counts: none of them waits for the others.

use std::time::Duration;

use favorites_api::favorites::limits::CLEANUP_STEPS;
use favorites_api::favorites::{ChangeRecord, DataId, EpochSeconds, TagId};
use single_table::Item;
use single_table::testing::{Operation, Request};

use crate::table::{PATIENCE, Table, put};

/// A number of clean-ups for which one batch has too few steps.
const TAGS: usize = 3 * CLEANUP_STEPS;

/// The number of tags of each favorite.
const TAGS_OF_ONE: usize = 20;

impl Table {
    /// Creates notes with many tags and deletes the tags. Returns the tags.
    async fn many_deleted_tags(&self) -> Vec<TagId> {
        let mut deleted = Vec::new();
        for _ in 0..TAGS / TAGS_OF_ONE {
            let mut tags = Vec::new();
            for _ in 0..TAGS_OF_ONE {
                tags.push(self.tag(&format!("Tag {}", deleted.len() + tags.len())).await);
            }
            self.note(&tags).await;
            deleted.extend(tags);
        }
        for tag_id in &deleted {
            self.delete_tag(*tag_id).await;
        }
        deleted
    }

    /// Returns the items of an entity in the form of the stream's images.
    async fn images(&self, entity: &str) -> Vec<Item> {
        let answer = self.client().scan().table_name(self.name()).consistent_read(true).send().await;
        let items = answer.expect("the table can be read").items.unwrap_or_default();
        items.into_iter().filter(|item| item["type"].as_s().is_ok_and(|name| name == entity)).collect()
    }

    async fn image_of(&self, note: DataId) -> Item {
        let id = note.to_string();
        let images = self.images("FavoriteData").await;
        images.into_iter().find(|item| item["sk"].as_s().is_ok_and(|sk| *sk == id)).expect("it is there")
    }

    /// Returns a record of the current state of each clean-up that is in progress.
    async fn cleanups(&self) -> Vec<ChangeRecord> {
        self.images("TagCleanup")
            .await
            .into_iter()
            .filter(|item| !item.contains_key("ttl"))
            .map(put)
            .collect()
    }

    fn now(&self) -> EpochSeconds {
        EpochSeconds::of(self.favorites.now())
    }
}

fn first_of(requests: &[Request], what: impl Fn(&str) -> bool) -> usize {
    requests.iter().position(|request| what(&request.body.to_string())).expect("there is such a request")
}

#[tokio::test]
async fn counts_come_before_clean_ups_and_most_clean_ups_come_later() {
    let table = Table::start().await;
    table.many_deleted_tags().await;
    let note = table.image_of(table.note(&[]).await).await;
    let mut batch = table.cleanups().await;
    assert_eq!(batch.len(), TAGS);
    batch.push(ChangeRecord { written: Some(table.now()), old: None, new: Some(note.into()) });

    let (consumer, faults) = table.consumer();
    for result in consumer.apply_changes(batch, PATIENCE).await {
        result.expect("nothing is left to be delivered again");
    }
    let requests = faults.requests();
    let counted = first_of(&requests, |body| body.contains("CatalogueHead#"));
    assert!(counted < first_of(&requests, |body| body.contains("TagCleanup#")), "the count comes first");
    let taken = requests.iter().filter(|request| request.operation == Operation::TransactWriteItems).count();
    // Each step changes one favorite. On a slow machine, the time for clean-ups ends before the steps.
    assert!((1..=CLEANUP_STEPS).contains(&taken), "{taken} steps were taken");
    table.end_of_cleanups().await;
}

#[tokio::test]
async fn clean_ups_that_were_put_off_are_done_by_the_batches_that_follow() {
    let table = Table::start().await;
    let deleted = table.many_deleted_tags().await;
    table.finish_cleanups().await;
    for tag_id in deleted {
        assert_eq!(table.tagged(tag_id).await, 0);
    }
    table.end_of_cleanups().await;
}

#[tokio::test]
async fn the_record_of_a_step_that_was_put_off_moves_nothing_when_it_comes_again() {
    let table = Table::start().await;
    table.many_deleted_tags().await;
    let batch = table.cleanups().await;
    for result in table.favorites.apply_changes(batch.clone(), PATIENCE).await {
        result.unwrap();
    }
    let after = table.images("TagCleanup").await;
    for result in table.favorites.apply_changes(batch, PATIENCE).await {
        result.unwrap();
    }
    let moved = |items: &[Item]| -> Vec<String> {
        items.iter().map(|item| format!("{:?} {:?}", item["sk"], item["step"])).collect()
    };
    assert_eq!(moved(&table.images("TagCleanup").await), moved(&after));
    table.end_of_cleanups().await;
}

#[tokio::test]
async fn clean_ups_do_not_wait_for_old_records_to_be_read_again() {
    let table = Table::start().await;
    table.many_deleted_tags().await;
    let note = table.image_of(table.note(&[]).await).await;
    let old = || ChangeRecord { written: None, old: None, new: Some(note.clone().into()) };
    let mut batch: Vec<ChangeRecord> = (0..100).map(|_| old()).collect();
    batch.extend(table.cleanups().await.into_iter().take(5));

    let (consumer, faults) = table.consumer();
    for result in consumer.apply_changes(batch, PATIENCE).await {
        result.unwrap();
    }
    let requests = faults.requests();
    let is_read = |body: &str| body.contains("FavoriteData#") && body.contains("KeyConditionExpression");
    let reads =
        |requests: &[Request]| requests.iter().filter(|request| is_read(&request.body.to_string())).count();
    let first_step = first_of(&requests, |body| body.contains("FavoriteDataTag#"));
    assert!(reads(&requests[..first_step]) < 50, "half of the items were read before the first step");
    assert!(reads(&requests) >= 100);
    table.end_of_cleanups().await;
}

#[tokio::test]
async fn without_time_every_step_is_left_for_the_next_delivery() {
    let table = Table::start().await;
    table.many_deleted_tags().await;
    for result in table.favorites.apply_changes(table.cleanups().await, Duration::ZERO).await {
        let error = result.expect_err("there was no time");
        assert!(matches!(error, favorites_api::favorites::Error::OutOfTime), "{error}");
    }
    table.end_of_cleanups().await;
}

impl Table {
    /// Delivers batches with the records of all clean-ups until each of them has ended or waits.
    async fn finish_cleanups(&self) {
        // Each batch takes at least one step.
        for _ in 0..2 * TAGS {
            let batch = self.cleanups().await;
            if batch.is_empty() {
                return;
            }
            for result in self.favorites.apply_changes(batch, PATIENCE).await {
                result.expect("a step is taken or put off");
            }
        }
        panic!("the clean-ups have no end");
    }

    /// Ends a test in which clean-ups may still be in progress.
    async fn end_of_cleanups(self) {
        self.finish_cleanups().await;
        self.end().await;
    }
}
