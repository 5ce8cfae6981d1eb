//! Tests signatures that are from another moment than the segments that they describe.
//!
//! An older signature hides entries that its segments have received since, and reconciliation does not replace it,
//! because the head says that it is up to date. So the runbook selects a restore point outside a reconciliation, or
//! deletes the signatures.

use std::collections::BTreeSet;
use std::num::NonZero;
use std::time::Duration;

use aws_sdk_dynamodb::types::AttributeValue;
use favorites_api::Favorites;
use favorites_api::favorites::{Client, SearchRequest, UserId};
use favorites_local::{Environment, functions_on};
use favorites_tests::{Person, Service, data_id, lambda, sample};
use serde_json::json;

use crate::backup::{Backup, records, scan};
use crate::restored::{put, reconcile_everybody};

const LONG: Duration = Duration::from_mins(5);

/// The number of notes: more than fit into the segments without signatures.
const NOTES: usize = 160;

/// The word that some notes get after their signatures were made.
const WORD: &str = "needle";

/// Returns the use cases with small segments, so that a few notes make many segments with signatures.
fn favorites(environment: &Environment) -> Favorites {
    favorites_of(Client::new(&environment.sdk_config()), environment)
}

fn favorites_of(client: Client, environment: &Environment) -> Favorites {
    Favorites::new(client, environment.table_name.clone())
        .with_segment_bytes(700)
        .with_signed_segments(NonZero::<u8>::MIN)
}

/// Applies the records of all changes since `before`, and makes signatures. Returns the table after that.
async fn count(service: &Service, before: &Backup) -> Backup {
    let favorites = favorites(service.running().environment());
    let records = records(before, &Backup::take(service).await);
    for applied in favorites.apply_changes(records, LONG).await {
        applied.expect("the table answers");
    }
    for _ in 0..2 {
        reconcile_everybody(&favorites).await;
    }
    Backup::take(service).await
}

async fn retitle(person: &Person, notes: &[String]) {
    for note in notes {
        person
            .patch(&format!("/favorites/{note}"), &json!({ "title": format!("{WORD} {note}") }))
            .await
            .is(200);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_its_signatures_a_search_finds_everything_and_a_round_makes_them_again() {
    let service = Service::start_without_stream(|environment| {
        functions_on(environment, |client| favorites_of(client, environment))
    })
    .await;
    let ann = service.person("ann");
    for number in 0..NOTES {
        ann.create(&sample::favorite("note", &format!("Note {number}"))).await;
    }
    let before = count(&service, &Backup::default()).await;
    let notes: Vec<String> =
        ann.all("/favorites").await.iter().map(|note| data_id(note).to_owned()).collect();
    let oldest = &notes[NOTES - 30..NOTES - 10];
    retitle(&ann, oldest).await;
    let after = count(&service, &before).await;
    service.stop().await;
    assert!(before.keys_of("CatalogueSignature").len() > 3);
    assert_ne!(before.with(&["CatalogueSignature"], &after), before);

    let expected: BTreeSet<String> = oldest.iter().cloned().collect();
    for (backup, other, expected) in [(&after, &before, expected), (&before, &after, BTreeSet::new())] {
        let table = lambda::start_table().await;
        let client = Client::new(&table.environment().sdk_config());
        let name = &table.environment().table_name;
        let skewed = backup.with(&["CatalogueSignature"], other);
        put(&client, name, &skewed).await;
        for (pk, sk) in skewed.keys_of("CatalogueSignature") {
            let delete = client.delete_item().table_name(name);
            let delete = delete.key("pk", AttributeValue::S(pk)).key("sk", AttributeValue::S(sk));
            delete.send().await.expect("the table answers");
        }
        let favorites = favorites(table.environment());
        assert_eq!(search(&favorites).await, expected, "a search without signatures reads everything");
        reconcile_everybody(&favorites).await;
        assert_eq!(search(&favorites).await, expected, "and the round makes them from the segments");
        let keys: Vec<_> = scan(&client, name).await.keys_of("CatalogueSignature");
        assert!(keys.len() > 3, "{keys:?}");
        table.shutdown().await;
    }
}

async fn search(favorites: &Favorites) -> BTreeSet<String> {
    let user = UserId::parse("ann").expect("an id");
    let mut request = SearchRequest { query: WORD.parse().expect("a query"), ..SearchRequest::default() };
    let mut found = BTreeSet::new();
    loop {
        let page = favorites.search(&user, &request).await.expect("the table answers");
        found.extend(page.items.iter().map(|favorite| favorite.data_id.to_string()));
        request.after = page.next;
        if request.after.is_none() {
            return found;
        }
    }
}
