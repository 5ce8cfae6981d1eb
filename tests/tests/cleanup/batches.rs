//! Tests batches of the stream with many clean-ups.

use std::time::Duration;

use favorites_api::favorites::{ChangeRecord, TagId};
use single_table::Item;

use crate::table::{PATIENCE, Table, put};

/// The number of clean-ups in a batch.
const TAGS: usize = 60;

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

    /// Returns a record of the current state of each clean-up that is in progress.
    pub(crate) async fn cleanups(&self) -> Vec<ChangeRecord> {
        self.images("TagCleanup")
            .await
            .into_iter()
            .filter(|item| !item.contains_key("ttl"))
            .map(put)
            .collect()
    }
}

#[tokio::test]
async fn one_batch_takes_a_step_of_each_clean_up() {
    let table = Table::start().await;
    let deleted = table.many_deleted_tags().await;
    let batch = table.cleanups().await;
    assert_eq!(batch.len(), TAGS);
    let (consumer, _) = table.consumer();
    for result in consumer.apply_changes(batch, PATIENCE).await {
        result.expect("each step is taken");
    }
    for tag_id in deleted {
        assert_eq!(table.tagged(tag_id).await, 0);
    }
    table.end_of_cleanups().await;
}

#[tokio::test]
async fn a_batch_that_comes_again_moves_nothing() {
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
        for _ in 0..2 * TAGS {
            let batch = self.cleanups().await;
            if batch.is_empty() {
                return;
            }
            for result in self.favorites.apply_changes(batch, PATIENCE).await {
                result.expect("a step is taken");
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
