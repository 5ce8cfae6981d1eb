//! Tests an index by tag that lags behind the table: favorites that it shows late lose the deleted tag, too.

use std::collections::HashMap;
use std::time::Duration;

use aws_sdk_dynamodb::types::{AttributeAction, AttributeValue, AttributeValueUpdate};
use favorites_api::favorites::limits::{CLEANUP_LAG, CLEANUP_STEP};
use favorites_api::favorites::{ChangeRecord, EpochSeconds};
use single_table::Item;
use single_table::testing::Operation;

use crate::table::{Table, deliver, number, put, removal};

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
    let waiting = table.cleanup().await;
    let settled = table.clock.after(CLEANUP_LAG + Duration::from_secs(1));
    assert_eq!(number(&waiting, "ttl"), u64::try_from(settled.as_unix_millis()).unwrap() / 1_000);
    deliver(&table.favorites, put(waiting.clone())).await.unwrap();
    assert_eq!(table.cleanup().await, waiting, "one that waits asks for nothing");

    let erased =
        ChangeRecord { written: Some(EpochSeconds::of(table.clock.now())), ..removal(waiting.clone()) };
    let (consumer, faults) = table.consumer();
    deliver(&consumer, erased).await.unwrap();
    assert_eq!(faults.requests(), [], "one that is erased while it waits asks for nothing");

    set_index(&table, &entry, true).await;
    table.clock.advance(CLEANUP_LAG + Duration::from_secs(1));
    let written = Some(EpochSeconds::of(table.clock.now()));
    let ended = ChangeRecord { written, ..table.expire(waiting).await };
    deliver(&table.favorites, ended.clone()).await.unwrap();

    assert_eq!(table.tagged(tag_id).await, 0);
    assert!(table.only("TagCleanup").await.is_none(), "the last pass is over");
    deliver(&table.favorites, ended).await.unwrap();
    assert!(table.only("TagCleanup").await.is_none(), "also when it is asked for again");
    table.end().await;
}

#[tokio::test]
async fn a_last_pass_of_many_goes_on_in_steps() {
    let table = Table::start().await;
    let tag_id = table.deleted_tag_on(CLEANUP_STEP as usize + 1).await;
    // Skip the first pass, as if the index had shown all favorites too late for it.
    let mut waiting = table.cleanup().await;
    waiting.insert("ttl".to_owned(), AttributeValue::N("1".to_owned()));
    table.clock.advance(CLEANUP_LAG);
    let ended = table.expire(waiting).await;
    deliver(&table.favorites, ended.clone()).await.unwrap();
    let next = table.cleanup().await;
    assert_eq!((table.tagged(tag_id).await, number(&next, "step")), (1, 1));
    deliver(&table.favorites, ended).await.unwrap();
    assert_eq!(table.cleanup().await, next, "the record of the removal came again");
    assert_eq!(table.drive().await, 1);
    assert_eq!(table.tagged(tag_id).await, 0);

    let removed = removal(next);
    let (consumer, faults) = table.consumer();
    deliver(&consumer, removed).await.unwrap();
    assert_eq!(faults.requests(), [], "the removal of one that is over asks for nothing");
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
    deliver(&table.favorites, put(table.cleanup().await)).await.unwrap();
    table.clock.advance(CLEANUP_LAG);
    assert_eq!(table.drive().await, 2, "the end of the first pass and the whole last one");
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
    table.client().put_item().table_name(table.name()).set_item(Some(stale.clone())).send().await.unwrap();
    table.delete_tag(tag_id).await;

    let (consumer, faults) = table.consumer();
    deliver(&consumer, put(table.cleanup().await)).await.unwrap();
    let asked: Vec<_> = faults.requests().into_iter().map(|request| request.operation).collect();
    // The first read is that of the record of a merge.
    assert_eq!(asked, [Operation::Query, Operation::GetItem, Operation::GetItem, Operation::PutItem]);
    table.expire(stale).await;
    table.end().await;
}
