//! Tests that a deleted tag leaves its favorites under every fault.

use std::collections::BTreeSet;
use std::future::IntoFuture;
use std::net::Ipv4Addr;
use std::time::Duration;

use aws_sdk_dynamodb::types::AttributeValue;
use axum::Router;
use favorites_api::Favorites;
use favorites_api::favorites::limits::CLEANUP_STEP;
use favorites_api::favorites::{Client, Error};
use favorites_local::{Connection, Environment};
use single_table::testing::{Fault, Operation, Target, Times};
use tokio::net::TcpListener;

use crate::table::{Table, deliver, deliver_to_mortal, deliver_within, number, put};

#[tokio::test]
async fn a_step_changes_no_more_favorites_than_its_limit() {
    let table = Table::start().await;
    let step = CLEANUP_STEP as usize;
    let tag_id = table.deleted_tag_on(2 * step + 3).await;
    let (consumer, faults) = table.consumer();
    for left in [step + 3, 3, 0] {
        let before = faults.requests().len();
        deliver(&consumer, put(table.cleanup().await)).await.unwrap();
        assert_eq!(table.tagged(tag_id).await, left);
        let written = faults.requests().split_off(before).into_iter();
        let transactions = written.filter(|request| request.operation == Operation::TransactWriteItems);
        assert!(transactions.count() <= step);
    }
    table.end().await;
}

#[tokio::test]
async fn a_crash_at_any_request_of_a_step_is_made_good_by_the_next_delivery() {
    let table = Table::start().await;
    let mut crashes = 0;
    loop {
        let tag_id = table.deleted_tag_on(3).await;
        let step = put(table.cleanup().await);
        if !deliver_to_mortal(&table.consumer(), step.clone(), crashes + 1).await {
            break;
        }
        crashes += 1;
        deliver(&table.favorites, step).await.unwrap();
        assert_eq!(table.drive().await, 0, "the step was the last one");
        assert_eq!(table.tagged(tag_id).await, 0, "after a crash at request {crashes}");
        table.expire(table.cleanup().await).await;
    }
    // A step for three favorites takes a query, a read of the record of a merge, a read and a transaction for each favorite, and a put
    // for the next step.
    assert_eq!(crashes, 9);
    table.end().await;
}

#[tokio::test]
async fn deliveries_of_one_step_at_the_same_time_are_one() {
    let table = Table::start().await;
    let tag_id = table.deleted_tag_on(60).await;
    let first = table.cleanup().await;
    let deliveries = (0..4).map(|_| {
        let (consumer, change) = (table.consumer().0, put(first.clone()));
        tokio::spawn(async move { deliver(&consumer, change).await })
    });
    for delivery in futures::future::join_all(deliveries).await {
        // Concurrent deliveries may conflict at a favorite. They report this as an error.
        assert!(matches!(delivery.unwrap(), Ok(()) | Err(Error::Busy(_))));
    }
    deliver(&table.favorites, put(first.clone())).await.unwrap();
    assert_eq!(number(&table.cleanup().await, "step"), 1);
    assert_eq!(table.drive().await, 1);
    assert_eq!(table.tagged(tag_id).await, 0);

    let end = table.cleanup().await;
    deliver(&table.favorites, put(first)).await.unwrap();
    assert_eq!(table.cleanup().await, end, "a record of an old step moves nothing");
    table.end().await;
}

#[tokio::test]
async fn a_lost_answer_is_found_out_about_at_the_next_delivery() {
    for operation in [Operation::TransactWriteItems, Operation::PutItem] {
        let table = Table::start().await;
        let tag_id = table.deleted_tag_on(2).await;
        let step = put(table.cleanup().await);
        let (consumer, faults) = table.consumer();
        faults.arm(Fault::LostResponse(Target::Only(operation)), Times::Next(1));
        deliver(&consumer, step.clone()).await.unwrap_err();
        deliver(&consumer, step).await.unwrap();
        assert_eq!(table.tagged(tag_id).await, 0);
        assert_eq!(number(&table.cleanup().await, "step"), 1);
        table.end().await;
    }
}

#[tokio::test]
async fn a_throttled_step_stays_where_it_is() {
    let table = Table::start().await;
    let tag_id = table.deleted_tag_on(2).await;
    let first = table.cleanup().await;
    let (consumer, faults) = table.consumer();
    for operation in [Operation::Query, Operation::GetItem, Operation::PutItem] {
        faults.arm(Fault::Throttled(Target::Only(operation)), Times::Always);
        let error = deliver(&consumer, put(first.clone())).await.unwrap_err();
        assert!(matches!(error, Error::Busy(_)), "{error}");
        assert_eq!(table.cleanup().await, first);
        faults.clear();
    }
    deliver(&consumer, put(first)).await.unwrap();
    assert_eq!(table.tagged(tag_id).await, 0);
    table.end().await;
}

#[tokio::test]
async fn one_favorite_that_cannot_be_changed_keeps_the_tag_on_no_other() {
    let table = Table::start().await;
    let tag_id = table.deleted_tag_on(9).await;
    let first = table.cleanup().await;
    let (consumer, faults) = table.consumer();
    faults.arm(Fault::LostRequest(Target::Only(Operation::TransactWriteItems)), Times::Next(1));
    deliver(&consumer, put(first.clone())).await.unwrap_err();
    assert_eq!(table.tagged(tag_id).await, 1);
    assert_eq!(table.cleanup().await, first);
    deliver(&consumer, put(first)).await.unwrap();
    table.end().await;
}

#[tokio::test]
async fn a_step_without_time_changes_nothing_and_says_so() {
    let table = Table::start().await;
    let tag_id = table.deleted_tag_on(2).await;
    let first = table.cleanup().await;
    let result = deliver_within(&table.favorites, put(first.clone()), Duration::ZERO).await;
    assert!(matches!(result, Err(Error::OutOfTime)), "{result:?}");
    assert_eq!((table.tagged(tag_id).await, table.cleanup().await), (2, first.clone()));

    // This DynamoDB accepts requests and never answers.
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
    let endpoint = format!("http://{}", listener.local_addr().unwrap());
    let silent = Router::new().fallback(std::future::pending::<()>);
    let silent = tokio::spawn(axum::serve(listener, silent).into_future());
    let environment =
        Environment { dynamodb: Connection::over_http(endpoint), ..table.environment().clone() };
    let consumer = Favorites::new(Client::new(&environment.sdk_config()), "silent");
    let result = deliver_within(&consumer, put(first), Duration::from_millis(50)).await;
    assert!(matches!(result, Err(Error::OutOfTime)), "{result:?}");
    silent.abort();

    table.drive().await;
    table.end().await;
}

#[tokio::test]
async fn a_damaged_cleanup_is_an_error_of_its_record_alone() {
    let table = Table::start().await;
    let tag_id = table.deleted_tag_on(1).await;
    let cleanup = table.cleanup().await;
    let damaged = |attribute: &str, value: AttributeValue| {
        let mut item = cleanup.clone();
        item.insert(attribute.to_owned(), value);
        put(item)
    };
    let records = vec![
        damaged("position", AttributeValue::S("nowhere".to_owned())),
        damaged("step", AttributeValue::S("first".to_owned())),
        put(cleanup.clone()),
    ];
    let results = table.favorites.apply_changes(records, crate::table::PATIENCE).await;
    assert!(matches!(results[..], [Err(Error::Position), Err(Error::Table(_)), Ok(())]), "{results:?}");
    assert_eq!(table.tagged(tag_id).await, 0);
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
        table.expire(table.cleanup().await).await;
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
