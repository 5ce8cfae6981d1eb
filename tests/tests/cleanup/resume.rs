//! Tests clean-ups that have stalled, or whose records were lost. They start again on request.

use std::time::Duration;

use favorites_api::favorites::limits::{CLEANUP_LAG, CLEANUP_STALLS};
use favorites_api::favorites::{Error, TagId};
use single_table::testing::{Fault, Times};

use crate::table::{Table, deliver, number, put};

async fn resume(table: &Table, tag_id: TagId) -> bool {
    table.favorites.resume_cleanup(&table.person, tag_id).await.expect("the table answers")
}

#[tokio::test]
async fn one_that_is_gone_begins_again() {
    let table = Table::start().await;
    let tag_id = table.deleted_tag_on(3).await;
    table.expire(table.cleanup().await).await;
    assert!(resume(&table, tag_id).await);
    assert!(!resume(&table, tag_id).await, "it has begun by now");
    table.drive().await;
    assert_eq!(table.tagged(tag_id).await, 0);
    table.end().await;
}

#[tokio::test]
async fn one_that_has_stalled_begins_again_and_its_old_records_move_nothing() {
    let table = Table::start().await;
    let tag_id = table.deleted_tag_on(60).await;
    deliver(&table.favorites, put(table.cleanup().await)).await.unwrap();
    let stalled = table.cleanup().await;
    table.clock.advance(CLEANUP_STALLS);
    assert!(!resume(&table, tag_id).await, "it may be at work still");
    table.clock.advance(Duration::from_millis(1));
    assert!(resume(&table, tag_id).await);
    let anew = table.cleanup().await;
    assert_eq!(number(&anew, "step"), 0);

    deliver(&table.favorites, put(stalled.clone())).await.unwrap();
    assert_eq!(table.cleanup().await, anew);
    table.drive().await;
    let waiting = table.cleanup().await;
    assert_eq!(number(&waiting, "step"), 1, "as the old one");
    deliver(&table.favorites, put(stalled)).await.unwrap();
    assert_eq!(table.cleanup().await, waiting);
    assert_eq!(table.tagged(tag_id).await, 0);
    table.end().await;
}

#[tokio::test]
async fn one_that_waits_is_left_alone_until_its_time_is_over() {
    let table = Table::start().await;
    let tag_id = table.deleted_tag_on(1).await;
    table.drive().await;
    table.clock.advance(CLEANUP_LAG);
    assert!(!resume(&table, tag_id).await);
    table.clock.advance(Duration::from_secs(1));
    assert!(resume(&table, tag_id).await, "DynamoDB may take days to remove it");
    assert!(!table.cleanup().await.contains_key("ttl"));
    table.drive().await;
    table.end().await;
}

#[tokio::test]
async fn a_tag_that_exists_is_never_taken_off() {
    let table = Table::start().await;
    let tag_id = table.tag("Stays").await;
    table.note(&[tag_id]).await;
    assert!(!resume(&table, tag_id).await);
    assert!(table.only("TagCleanup").await.is_none());
    assert_eq!(table.tagged(tag_id).await, 1);
    table.end().await;
}

#[tokio::test]
async fn a_table_that_is_busy_says_so() {
    let table = Table::start().await;
    let tag_id = table.deleted_tag_on(0).await;
    let (reconciliation, faults) = table.reconciliation();
    faults.arm(Fault::Conflict, Times::Always);
    let result = reconciliation.resume_cleanup(&table.person, tag_id).await;
    assert!(matches!(result, Err(Error::Busy(_))), "{result:?}");
    table.end().await;
}
