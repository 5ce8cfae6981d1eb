//! Changes of lists and of DynamoDB's sets.

use std::collections::BTreeSet;

use aws_sdk_dynamodb::types::AttributeValue;
use serde_bytes::ByteBuf;

use single_table::{Entity as _, Error, TransactionError, Update};

use crate::engine;
use crate::expressions::model::{
    Line, Meta, MusicTable, Place, Publisher, Track, line, publisher, texts, track,
};
use crate::expressions::{refused, stocked, updated};
use crate::written::{failed, transaction_of};

#[tokio::test]
async fn values_are_put_after_and_before_the_others_in_order() {
    let store = stocked(&track()).await;
    let changed = updated(&store, |update| {
        update
            .append(Track::TAGS, ["a", "b"])
            .prepend(Track::LINES, &[line("Ooh", None), line("Aah", None)])
            .append(Track::META.at(Meta::PLACES), [Place { chart_name: "SE".to_owned(), place: 3 }])
    })
    .await;
    assert_eq!(changed.tags, ["pop", "disco", "a", "b"]);
    assert_eq!(changed.lines[..2], [line("Ooh", None), line("Aah", None)]);
    assert_eq!((changed.lines.len(), changed.meta.places.len()), (4, 2));
    let text = changed.lines.iter().map(|Line { text, .. }| text.as_str());
    assert_eq!(text.collect::<Vec<_>>(), ["Ooh", "Aah", "You can dance", "You can jive"]);
}

#[tokio::test]
async fn an_absent_list_is_made() {
    let store = stocked(&track()).await;
    let changed = updated(&store, |update| update.append(Track::REMARKS, ["good"])).await;
    assert_eq!(changed.remarks, Some(texts(["good"])));
    let store = stocked(&track()).await;
    let changed = updated(&store, |update| update.prepend(Track::REMARKS, ["best", "good"])).await;
    assert_eq!(changed.remarks, Some(texts(["best", "good"])));
    // An empty list of values works too.
    let store = stocked(&track()).await;
    let changed = updated(&store, |update| update.append(Track::REMARKS, [""; 0])).await;
    assert_eq!(changed.remarks, Some(Vec::new()));
}

#[tokio::test]
async fn values_are_added_to_sets_and_deleted_from_them() {
    let store = stocked(&track()).await;
    let changed = updated(&store, |update| {
        update
            .add_to_set(Track::LABELS, ["silver", "gold", "silver"])
            .add_to_set(Track::YEARS, [1977, 1976])
            .add_to_set(Track::DIGESTS, [ByteBuf::from([1]), ByteBuf::from([2])])
    })
    .await;
    assert_eq!(changed.labels, texts(["gold", "silver"]));
    assert_eq!(changed.years, BTreeSet::from([1976, 1977]));
    assert_eq!(changed.digests.map(|digests| digests.len()), Some(2));
    let changed = updated(&store, |update| {
        update
            .delete_from_set(Track::LABELS, [&"gold".to_owned(), &"bronze".to_owned()])
            .delete_from_set(Track::YEARS, [1976])
            .delete_from_set(Track::DIGESTS, [ByteBuf::from([1]), ByteBuf::from([2])])
    })
    .await;
    assert_eq!(changed.labels, texts(["silver"]));
    assert_eq!((changed.years, changed.digests), (BTreeSet::from([1977]), None));
}

#[tokio::test]
async fn a_set_within_a_document_is_changed_too() {
    let store = stocked(&Track { publisher: Some(publisher()), ..track() }).await;
    let countries = || Track::PUBLISHER.at(Publisher::COUNTRIES);
    let changed = updated(&store, |update| update.add_to_set(countries(), ["se", "uk"])).await;
    assert_eq!(changed.publisher.unwrap().countries, texts(["se", "uk"]));
    let changed = updated(&store, |update| update.delete_from_set(countries(), ["se"])).await;
    assert_eq!(changed.publisher.unwrap().countries, texts(["uk"]));
}

#[tokio::test]
async fn no_values_change_no_set() {
    let store = stocked(&track()).await;
    let none = [""; 0];
    let changed = updated(&store, |update| {
        update.set(Track::PLAYS, 8).add_to_set(Track::LABELS, none).delete_from_set(Track::LABELS, none)
    })
    .await;
    assert_eq!(changed.labels, track().labels);
    let error = refused(&store, |update| update.add_to_set(Track::LABELS, none)).await;
    assert!(error.to_string().starts_with("an update of Track changes nothing"), "{error}");
}

#[tokio::test]
async fn a_change_that_computes_with_null_names_its_fields() {
    let (client, store, table) = engine::table::<MusicTable>().await;
    let mut item = single_table::encode(&track()).unwrap();
    for name in ["remarks", "skips"] {
        item.insert(name.to_owned(), AttributeValue::Null(true));
    }
    client.put_item().table_name(&table).set_item(Some(item)).send().await.unwrap();
    let append = || Update::new(track().key()).append(Track::REMARKS, ["a"]).set(Track::TITLE, "b");
    let alone = failed(store.execute(append()).await.unwrap_err());
    let together = match store.transact(transaction_of(append())).await.unwrap_err() {
        TransactionError::Failed(error) => error,
        other => panic!("{other}"),
    };
    let both = Update::new(track().key()).append(Track::REMARKS, ["a"]).add(Track::SKIPS, 1);
    let both = failed(store.execute(both).await.unwrap_err());
    for (error, fields) in [(alone, "`remarks`"), (together, "`remarks`"), (both, "`remarks`, `skips`")] {
        assert!(matches!(error, Error::Refused { .. }), "{error:?}");
        let named = format!(
            "; the update computes with {fields}: such a field must not hold NULL, which serde writes for `None` without \
             `skip_serializing_if`"
        );
        assert!(error.to_string().ends_with(&named), "{error}");
    }
}
