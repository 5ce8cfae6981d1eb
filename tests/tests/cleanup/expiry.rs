//! Tests that expired favorites disappear item by item, and that remaining items do no harm.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use favorites_api::favorites::{Error, Order, Turn};
use favorites_tests::{Clock, Service, consistency, data_id, eventually, sample, tag_id};
use serde_json::{Value, json};
use single_table::testing::{Fault, Operation, Request, Target, Times};

use crate::table::Table;

const DAY: Duration = Duration::from_hours(24);

#[tokio::test]
async fn the_sweep_leaves_nothing_of_a_favorite_and_nothing_of_the_trash() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let tag = ann.create_tag("Rust").await;
    let members = json!({
        "tagIds": [tag_id(&tag)],
        "expireTime": Clock::start().after(Duration::from_secs(8)).to_string(),
    });
    for data_type in sample::DATA_TYPES {
        ann.create(&sample::with(sample::favorite(data_type, "kept"), &members)).await;
        let thrown_away =
            ann.create(&sample::with(sample::favorite(data_type, "thrown away"), &members)).await;
        ann.delete(&format!("/favorites/{}", data_id(&thrown_away))).await.is(200);
    }
    let client = service.dynamodb();
    eventually(async || {
        let items = consistency::scan(&client, service.table_name()).await;
        let is_left = |item: &&Value| {
            let entity = item["type"].as_str().unwrap_or_default();
            ["FavoriteData", "FavoriteDataTag", "UniqueLink", "Trash"].contains(&entity)
        };
        let left: Vec<_> = items.iter().filter(is_left).collect();
        if left.is_empty() { Ok(()) } else { Err(format!("{left:?}")) }
    })
    .await;
    service.settle().await;
    let counts = ann.get("/counts").await.is(200);
    assert_eq!((&counts["total"], &counts["trash"]), (&json!(0), &json!(0)));
    assert_eq!(ann.get(&format!("/tags/{}", tag_id(&tag))).await.is(200)["count"], 0);
    service.end().await;
}

#[tokio::test]
async fn the_last_removed_item_of_an_expired_favorite_blocks_nobody() {
    for last in ["FavoriteData", "FavoriteDataTag", "UniqueLink"] {
        let table = Table::start().await;
        let tag_id = table.tag("Rust").await;
        let url = "https://example.com/";
        let expired = table.link(url, &[tag_id], Some(table.clock.after(DAY))).await;
        table.clock.advance(DAY);
        for entity in ["UniqueLink", "FavoriteDataTag", "FavoriteData"] {
            if entity != last {
                table.remove(table.only(entity).await.unwrap()).await;
            }
        }
        let lingering = table.only(last).await.unwrap();

        let gone = table.favorites.favorite(&table.person, expired).await;
        assert!(matches!(gone, Err(Error::NoFavorite(_))), "{last}: {gone:?}");
        let anew = table.link(url, &[tag_id], None).await;
        assert_ne!(anew, expired, "{last}");
        let tags = table.favorites.favorite_tags(&table.person, expired, Order::Ascending).await;
        assert!(matches!(tags, Err(Error::NoFavorite(_))), "{last}: {tags:?}");

        // The new favorite has taken over the record of the link, and the record's time to live with it.
        if last != "UniqueLink" {
            table.remove(lingering).await;
        }
        table.end().await;
    }
}

#[tokio::test]
async fn a_cleanup_deletes_the_entry_of_a_favorite_that_is_gone() {
    for removed in [true, false] {
        let table = Table::start().await;
        let tag_id = table.tag("Goes").await;
        table.expiring_note(&[tag_id], Some(DAY)).await;
        table.clock.advance(DAY);
        let favorite = table.only("FavoriteData").await.unwrap();
        if removed {
            table.remove(favorite.clone()).await;
        }
        table.delete_tag(tag_id).await;
        assert_eq!(table.drive().await, 1);
        assert!(table.only("FavoriteDataTag").await.is_none(), "removed: {removed}");
        if !removed {
            table.remove(favorite).await;
        }
        table.end().await;
    }
}

#[tokio::test]
async fn an_entry_stays_where_its_favorite_is_there_again_and_the_step_is_repeated() {
    let table = Table::start().await;
    let tag_id = table.tag("Goes").await;
    table.expiring_note(&[tag_id], Some(DAY)).await;
    table.delete_tag(tag_id).await;
    // The clock shows a time after the expiry when the favorite is read, and a time before it when the expiry is
    // checked, as if an edit had moved the expiry in between.
    let (worker, faults) = table.worker();
    let (clock, looks, requests) = (table.clock.clone(), Arc::new(AtomicUsize::new(0)), faults.clone());
    let worker = worker.with_clock(move || {
        let reads = |request: &Request| {
            let key = request.body["Key"]["pk"]["S"].as_str().unwrap_or_default();
            request.operation == Operation::GetItem && key.starts_with("FavoriteData#")
        };
        let first =
            requests.requests().last().is_some_and(reads) && looks.fetch_add(1, Ordering::SeqCst) == 0;
        if first { clock.after(DAY) } else { clock.now() }
    });
    let turn = table.turn(&worker).await;
    assert!(matches!(turn, Turn::Interrupted(Error::Busy(_))), "{turn:?}");
    let deletions = faults.requests().into_iter().filter(|request| {
        request.operation == Operation::TransactWriteItems
            && request.body["TransactItems"].to_string().contains("attribute_not_exists")
    });
    assert_eq!(deletions.count(), 2, "the entry alone, and then in the step that is repeated");
    assert_eq!(table.tagged(tag_id).await, 0);
    assert!(table.only("FavoriteData").await.is_some());
    table.end().await;
}

#[tokio::test]
async fn an_orphan_that_cannot_be_deleted_fails_its_step() {
    let table = Table::start().await;
    let tag_id = table.tag("Goes").await;
    table.expiring_note(&[tag_id], Some(DAY)).await;
    table.clock.advance(DAY);
    table.remove(table.only("FavoriteData").await.unwrap()).await;
    table.delete_tag(tag_id).await;
    let (worker, faults) = table.worker();
    faults.arm(Fault::LostResponse(Target::Only(Operation::TransactWriteItems)), Times::Next(1));
    let turn = table.turn(&worker).await;
    assert!(matches!(turn, Turn::Interrupted(_)), "{turn:?}");
    table.drive().await;
    assert!(table.only("FavoriteDataTag").await.is_none());
    table.end().await;
}
