//! The whole drill.

use std::time::Duration;

use favorites_api::favorites::Client;
use favorites_api::{Deadline, Favorites, stream_in_process};
use favorites_tests::Service;
use serde_json::Value;
use tokio::sync::watch;

use crate::backup::Backup;
use crate::library;
use crate::restored::Restored;

/// The time from the restore point to the reconciliation.
const HOURS: Duration = Duration::from_hours(3);

/// Returns a service, and a switch that stops its consumer. While the consumer is stopped, stream records wait.
async fn with_switch() -> (Service, watch::Sender<bool>) {
    let (switch, on) = watch::channel(true);
    let service = Service::start_with(move |environment| {
        let client = Client::new(&environment.sdk_config());
        let favorites = Favorites::new(client, environment.table_name.clone());
        let consume = stream_in_process(functions::stream::change_consumer, favorites);
        let consumer = move |event: Value| {
            let (consume, mut on) = (consume.clone(), on.clone());
            async move {
                on.wait_for(|on| *on).await.expect("the test holds the switch");
                Ok(consume(event, Deadline::after(Duration::from_mins(1))).await.expect("it answers"))
            }
        };
        favorites_local::functions(environment).with("change-consumer", consumer)
    })
    .await;
    (service, switch)
}

/// Before the restore point are changes that the consumer has not counted yet. The changes after it are lost.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn after_a_restore_one_round_makes_counts_search_and_tags_equal_a_recount() {
    let (service, switch) = with_switch().await;
    library::fill(&service).await;
    switch.send_replace(false);
    library::change(&service, "uncounted").await;
    let backup = Backup::take(&service).await;
    switch.send_replace(true);
    library::change(&service, "lost").await;
    service.end().await;

    let restored = Restored::from(&backup).await;
    assert_ne!(restored.faults_of_catalogue().await, Vec::<String>::new(), "their records are gone");
    // Users continue to make changes.
    library::change(&restored.service, "since").await;
    let round = restored.reconcile(HOURS).await;
    assert_eq!(round.failed, 0, "{round:?}");
    assert_eq!(usize::try_from(round.users), Ok(library::USERS.len()));
    assert!(round.found.repaired > 0, "{round:?}");
    library::check(&restored.service).await;
    restored.service.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_restore_of_a_table_at_rest_needs_no_repair() {
    let service = Service::start().await;
    library::fill(&service).await;
    let backup = Backup::take(&service).await;
    service.end().await;

    let restored = Restored::from(&backup).await;
    let round = restored.reconcile(HOURS).await;
    assert_eq!((round.failed, round.found.repaired), (0, 0), "{round:?}");
    library::check(&restored.service).await;
    restored.service.end().await;
}
