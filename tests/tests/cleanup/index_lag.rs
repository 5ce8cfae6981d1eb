//! Tests an index by tag that lags behind the table: favorites that it shows late lose the deleted tag, too.

use std::collections::HashMap;
use std::time::Duration;

use aws_sdk_dynamodb::types::{AttributeAction, AttributeValue, AttributeValueUpdate};
use favorites_api::favorites::limits::{CLEANUP_LAG, CLEANUP_STEP};
use single_table::Item;
use single_table::testing::Operation;

use crate::table::Table;

/// The attributes by which an entry is in the index by tag.
const INDEX: [&str; 2] = ["gsiOnePk", "gsiOneSk"];

/// Sets the index attributes of an entry, or removes them. Without them, the table has the entry and the index does
/// not, as if the index lagged.
async fn set_index(table: &Table, entry: &Item, shown: bool) {
    let update = |name: &str| {
        let update = AttributeValueUpdate::builder();
        if shown {
            update.action(AttributeAction::Put).value(entry[name].clone()).build()
        } else {
            update.action(AttributeAction::Delete).build()
        }
    };
    let updates: HashMap<String, _> = INDEX.into_iter().map(|name| (name.to_owned(), update(name))).collect();
    let request = table.client().update_item().table_name(table.name()).set_attribute_updates(Some(updates));
    request
        .key("pk", entry["pk"].clone())
        .key("sk", entry["sk"].clone())
        .send()
        .await
        .expect("the entry is changed");
}

#[tokio::test]
async fn an_entry_that_the_index_shows_late_is_found_by_the_last_look() {
    let table = Table::start().await;
    let tag_id = table.tag("Goes").await;
    table.note(&[tag_id]).await;
    let entry = table.only("FavoriteDataTag").await.unwrap();
    set_index(&table, &entry, false).await;
    table.delete_tag(tag_id).await;

    assert_eq!(table.drive().await, 1);
    assert_eq!(table.tagged(tag_id).await, 1, "the index shows nothing yet");
    let settled = table.clock.after(CLEANUP_LAG);
    assert_eq!(table.cleanup().await["time"], AttributeValue::S(settled.to_string()));
    set_index(&table, &entry, true).await;
    table.clock.advance(CLEANUP_LAG.saturating_sub(Duration::from_millis(1)));
    assert_eq!(table.drive().await, 0, "it waits");
    table.clock.advance(Duration::from_millis(1));
    assert_eq!(table.drive().await, 1);
    assert_eq!(table.tagged(tag_id).await, 0);
    assert!(table.only("TagCleanup").await.is_none(), "the last pass is over");
    assert!(table.only("Due").await.is_none(), "no work is left");
    table.end().await;
}

#[tokio::test]
async fn a_last_pass_of_many_goes_on_in_steps() {
    let table = Table::start().await;
    let tag_id = table.deleted_tag_on(CLEANUP_STEP as usize + 1).await;
    table.clock.advance(CLEANUP_LAG);
    table.step_and_die().await;
    assert_eq!(table.tagged(tag_id).await, 1);
    assert_eq!(table.drive().await, 1);
    assert_eq!(table.tagged(tag_id).await, 0);
    assert!(table.only("TagCleanup").await.is_none());
    table.end().await;
}

#[tokio::test]
async fn a_first_look_that_comes_late_enough_is_the_last_one() {
    let table = Table::start().await;
    let tag_id = table.deleted_tag_on(1).await;
    table.clock.advance(CLEANUP_LAG);
    assert_eq!(table.drive().await, 1);
    assert_eq!(table.tagged(tag_id).await, 0);
    assert!(table.only("TagCleanup").await.is_none());
    table.end().await;
}

#[tokio::test]
async fn a_first_pass_that_ends_late_is_followed_by_the_last_one_at_once() {
    let table = Table::start().await;
    let tag_id = table.deleted_tag_on(CLEANUP_STEP as usize + 1).await;
    let (steps, ()) = table.drive_with_pause(async || table.clock.advance(CLEANUP_LAG)).await;
    assert_eq!(steps, 3, "two of the first pass and the whole last one");
    assert_eq!(table.tagged(tag_id).await, 0);
    assert!(table.only("TagCleanup").await.is_none());
    table.end().await;
}

#[tokio::test]
async fn an_entry_that_the_index_shows_though_it_is_gone_costs_a_read() {
    let table = Table::start().await;
    let tag_id = table.tag("Goes").await;
    let data_id = table.note(&[tag_id]).await;
    let stale = table.only("FavoriteDataTag").await.unwrap();
    table.favorites.untag_favorite(&table.person, data_id, None, tag_id).await.unwrap();
    table.put(stale.clone()).await;
    table.delete_tag(tag_id).await;

    let (worker, faults) = table.worker();
    table.turn(&worker).await;
    let asked = faults.requests().into_iter();
    let read = asked.filter(|request| request.body["Key"]["pk"]["S"] == "FavoriteData#ann");
    assert_eq!(read.map(|request| request.operation).collect::<Vec<_>>(), [Operation::GetItem]);
    let written = faults.requests().into_iter().map(|request| request.operation);
    assert_eq!(written.filter(|operation| *operation == Operation::TransactWriteItems).count(), 0);
    table.remove(stale).await;
    table.end().await;
}
