//! Tests clean-ups that are gone, or that nobody goes on with. They begin again on request.

use favorites_api::favorites::limits::CLEANUP_LAG;
use favorites_api::favorites::{Error, TagId};
use single_table::testing::{Fault, Times};

use crate::table::Table;

async fn resume(table: &Table, tag_id: TagId) -> bool {
    table.favorites.resume_cleanup(&table.person, tag_id).await.expect("the table answers")
}

#[tokio::test]
async fn one_that_is_gone_begins_again() {
    let table = Table::start().await;
    let tag_id = table.deleted_tag_on(3).await;
    table.remove(table.cleanup().await).await;
    assert_eq!(table.drive().await, 0);
    assert!(resume(&table, tag_id).await);
    assert!(!resume(&table, tag_id).await, "it has begun by now");
    table.drive().await;
    assert_eq!(table.tagged(tag_id).await, 0);
    table.end().await;
}

#[tokio::test]
async fn one_that_the_list_of_work_lacks_goes_on_at_its_place() {
    let table = Table::start().await;
    let tag_id = table.deleted_tag_on(60).await;
    table.step_and_die().await;
    let cleanup = table.cleanup().await;
    assert!(!resume(&table, tag_id).await, "the sweeper calls the worker again");
    table.remove(table.only("Due").await.unwrap()).await;
    assert_eq!(table.drive().await, 0, "nobody knows of it");
    assert!(resume(&table, tag_id).await);
    assert!(!resume(&table, tag_id).await);
    assert_eq!(table.cleanup().await, cleanup);
    assert_eq!(table.drive().await, 1);
    assert_eq!(table.tagged(tag_id).await, 0);
    table.end().await;
}

#[tokio::test]
async fn one_that_waits_is_left_alone() {
    let table = Table::start().await;
    let tag_id = table.deleted_tag_on(1).await;
    table.drive().await;
    let (cleanup, due) = (table.cleanup().await, table.only("Due").await);
    table.clock.advance(CLEANUP_LAG);
    assert!(!resume(&table, tag_id).await);
    assert_eq!((table.cleanup().await, table.only("Due").await), (cleanup, due));
    assert_eq!(table.drive().await, 1);
    assert!(table.only("TagCleanup").await.is_none());
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
    let (reconciliation, faults) = table.worker();
    faults.arm(Fault::Conflict, Times::Always);
    let result = reconciliation.resume_cleanup(&table.person, tag_id).await;
    assert!(matches!(result, Err(Error::Busy(_))), "{result:?}");
    faults.clear();
    table.drive().await;
    table.end().await;
}
