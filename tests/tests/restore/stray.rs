//! Tests other data that a restored table may contain: a catalogue of another moment, records of the old table, an
//! unfinished reconciliation or clean-up, and expired items.

use std::time::Duration;

use aws_sdk_dynamodb::types::AttributeValue;
use favorites_api::Favorites;
use favorites_api::favorites::limits::CALL_LOST;
use favorites_api::favorites::{EpochSeconds, Timestamp};
use favorites_local::functions;
use favorites_tests::{Service, data_id, eventually, sample, tag_id};
use serde_json::json;

use crate::backup::{Backup, records, text};
use crate::library;
use crate::restored::{Restored, reconcile_everybody};

const SOON: Duration = Duration::from_mins(10);
const HOURS: Duration = Duration::from_hours(3);

/// Entities of the catalogue, which is derived from the favorites.
const DERIVED: [&str; 2] = ["CatalogueHead", "Catalogue"];

/// Returns the table before and after a change of each user's library. Both times the catalogue is up to date.
async fn before_and_after() -> [Backup; 2] {
    let service = Service::start().await;
    library::fill(&service).await;
    let before = Backup::take(&service).await;
    library::change(&service, "lost").await;
    service.settle().await;
    let after = Backup::take(&service).await;
    service.end().await;
    [before, after]
}

async fn reconcile_and_check(restored: Restored) {
    let round = restored.reconcile(HOURS).await;
    assert_eq!(round.failed, 0, "{round:?}");
    assert!(round.found.repaired > 0, "{round:?}");
    library::check(&restored.service).await;
    restored.service.end().await;
}

/// A backup's items may be from moments that differ by less than a second.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_catalogue_that_is_ahead_of_the_favorites_is_put_back() {
    let [before, after] = before_and_after().await;
    let restored = Restored::from(&before.with(&DERIVED, &after)).await;
    assert_ne!(restored.faults_of_catalogue().await, Vec::<String>::new());
    reconcile_and_check(restored).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_head_and_segments_of_different_moments_are_made_to_agree() {
    for part in ["CatalogueHead", "Catalogue"] {
        let [before, after] = before_and_after().await;
        let restored = Restored::from(&before.with(&[part], &after)).await;
        let round = restored.reconcile(HOURS).await;
        assert_eq!(round.failed, 0, "{part}: {round:?}");
        library::check(&restored.service).await;
        restored.service.end().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn records_of_the_old_table_spoil_the_new_one_until_it_is_reconciled() {
    let [before, after] = before_and_after().await;
    let records = records(&before, &after);
    let restored = Restored::from(&before).await;
    assert_eq!(restored.faults().await, Vec::<String>::new());
    let favorites = Favorites::new(restored.service.dynamodb(), restored.service.table_name());
    for applied in favorites.apply_changes(records, SOON).await {
        applied.expect("it is a record like any other");
    }
    assert_ne!(restored.faults_of_catalogue().await, Vec::<String>::new());
    reconcile_and_check(restored).await;
}

/// A listing of all users that continues from the backup only looks for catalogues, and no user has one.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_round_that_was_under_way_may_leave_users_out_and_the_next_one_reconciles_them() {
    let service = Service::start().await;
    library::fill(&service).await;
    let favorites = Favorites::new(service.dynamodb(), service.table_name());
    reconcile_everybody(&favorites).await;
    let mut backup = Backup::take(&service).await.with(&DERIVED, &Backup::default());
    service.end().await;
    let progress = backup.0.values_mut().find(|item| text(item, "type") == "ListingProgress");
    progress
        .expect("a round leaves an item")
        .insert("pass".to_owned(), AttributeValue::S("catalogues".to_owned()));

    let restored = Restored::from(&backup).await;
    let rest = restored.reconcile(HOURS).await;
    assert_eq!(rest.users, 0, "{rest:?}");
    assert_ne!(restored.faults_of_catalogue().await, Vec::<String>::new());
    reconcile_and_check(restored).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_deleted_tag_that_was_being_taken_off_goes_on_when_the_sweeper_repeats_the_lost_call() {
    // Without a stream, nothing removes the tag from the favorite.
    let service = Service::start_without_stream(functions).await;
    let ann = service.person("ann");
    let tag = ann.create_tag("Dead").await;
    ann.create(&sample::with(sample::favorite("note", "A"), &json!({ "tagIds": [tag_id(&tag)] }))).await;
    ann.delete(&format!("/tags/{}", tag_id(&tag))).await.is(204);
    let backup = Backup::take(&service).await;
    service.stop().await;

    let restored = Restored::from(&backup).await;
    restored.reconcile(SOON).await;
    let ann = restored.service.person("ann");
    let tags = async || ann.all("/favorites").await[0]["tagIds"].clone();
    assert_eq!(tags().await, json!([tag_id(&tag)]));
    let later = |wait: Duration| move || Timestamp::now().checked_add(wait).expect("a time in range");
    let sweeper = Favorites::new(restored.service.dynamodb(), restored.service.table_name());
    sweeper.with_clock(later(CALL_LOST)).sweep(SOON).await.expect("the table answers");
    eventually(async || {
        let left = tags().await;
        if left == json!([]) { Ok(()) } else { Err(format!("the favorite has {left}")) }
    })
    .await;
    restored.service.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn restored_items_that_expired_since_are_hidden_and_leave_the_counts_when_removed() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let tag = ann.create_tag("Tag").await;
    let expire_time = Timestamp::now().checked_add(SOON).expect("a time in range").to_string();
    let members = json!({ "tagIds": [tag_id(&tag)], "expireTime": expire_time });
    let kept = ann.create(&sample::favorite("note", "Kept")).await;
    ann.create(&sample::with(sample::favorite("note", "Expired"), &members)).await;
    service.settle().await;
    let mut backup = Backup::take(&service).await;
    service.end().await;
    let an_hour_ago = EpochSeconds::of(Timestamp::now()).get() - 3600;
    let expiring: Vec<_> = backup.0.values_mut().filter(|item| item.contains_key("ttl")).collect();
    assert_eq!(expiring.len(), 3, "the favorite, its entry under the tag, and the row of the tag's change");
    for item in expiring {
        item.insert("ttl".to_owned(), AttributeValue::N(an_hour_ago.to_string()));
    }

    let restored = Restored::from(&backup).await;
    let ann = restored.service.person("ann");
    for list in ["/favorites".to_owned(), format!("/tags/{}/favorites?type=note", tag_id(&tag))] {
        let listed = ann.all(&list).await;
        let listed: Vec<&str> = listed.iter().map(data_id).collect();
        assert!(listed.iter().all(|listed| *listed == data_id(&kept)), "{list}: {listed:?}");
    }
    eventually(async || {
        let total = ann.get("/counts").await.is(200)["total"].clone();
        if total == 1 { Ok(()) } else { Err(format!("{total} are counted")) }
    })
    .await;
    restored.service.end().await;
}
