//! Tests turns with the clean-ups of many tags.

use std::time::Duration;

use favorites_api::favorites::limits::JOB_HELD;
use favorites_api::favorites::{Action, JobState, Selector, TagId, Turn, UserId};

use crate::table::{PATIENCE, Table, number};

/// The number of tags of each favorite.
const TAGS_OF_ONE: usize = 20;

impl Table {
    /// Creates notes with many tags and deletes the tags. Returns the tags.
    async fn deleted_tags(&self, notes: usize) -> Vec<TagId> {
        let mut deleted = Vec::new();
        for _ in 0..notes {
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

    /// Gives a user a turn in which one step begins at most.
    async fn short_turn(&self, user: &UserId) -> Turn {
        self.favorites.take_turn(user, Duration::ZERO).await.expect("the table answers")
    }
}

#[tokio::test]
async fn one_turn_takes_a_step_of_each_clean_up() {
    let table = Table::start().await;
    let deleted = table.deleted_tags(3).await;
    let turn = table.turn(&table.worker().0).await;
    assert!(matches!(turn, Turn::CleanedUp(60)), "{turn:?}");
    for tag_id in deleted {
        assert_eq!(table.tagged(tag_id).await, 0);
    }
    table.end().await;
}

#[tokio::test]
async fn a_turn_without_time_takes_no_step_and_the_next_one_goes_on() {
    let table = Table::start().await;
    let tag_id = table.deleted_tag_on(2).await;
    let first = table.cleanup().await;
    let turn = table.short_turn(&table.person).await;
    assert!(matches!(turn, Turn::CleanedUp(0)), "{turn:?}");
    assert_eq!((table.tagged(tag_id).await, table.cleanup().await), (2, first));
    assert!(matches!(table.favorites.take_turn(&table.person, PATIENCE).await.unwrap(), Turn::CleanedUp(1)));
    assert_eq!(table.tagged(tag_id).await, 0);
    table.end().await;
}

#[tokio::test]
async fn three_hundred_deleted_tags_take_one_call_and_delay_no_job_of_anybody() {
    let table = Table::start().await;
    table.deleted_tags(15).await;
    let due = table.only("Due").await.unwrap();
    assert_eq!(number(&due, "revision"), 1, "one deletion has written it, and the others have not");
    let bob = UserId::parse("bob").unwrap();
    for user in [&table.person, &bob] {
        table.favorites.begin_job(user, Action::Delete, Selector::default(), None).await.unwrap();
    }
    table.clock.advance(JOB_HELD);
    table.favorites.sweep(PATIENCE).await.unwrap();
    let turn = table.short_turn(&table.person).await;
    assert!(matches!(turn, Turn::CleanedUp(0)), "they have waited for longer than the job: {turn:?}");
    for user in [&bob, &table.person] {
        let turn = table.favorites.take_turn(user, PATIENCE).await.unwrap();
        assert!(matches!(&turn, Turn::Job(job) if job.state == JobState::Done), "{turn:?}");
    }
    assert_eq!(table.drive().await, 300);
    table.end().await;
}
