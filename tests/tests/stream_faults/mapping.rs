//! Tests faults between the mapping and the consumer.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex as StdMutex};

use aws_sdk_dynamodb::types::AttributeValue;
use favorites_api::Deadline;
use favorites_local::{FunctionError, Options};
use favorites_tests::{Service, eventually};
use serde_json::{Value, json};
use tokio::sync::Mutex;

use crate::consumer::{Consumer, call, event_of, impatient, keep, options, records, start, total_becomes};

/// A lock that stops the consumer while a test holds it. Records that are written in the meantime arrive in one batch.
type Gate = Arc<Mutex<()>>;

/// Starts the service with `around` in place of the consumer, behind a gate.
async fn start_gated<F>(
    gate: &Gate,
    around: impl Fn(Consumer, Value, Deadline) -> F + Clone + Send + Sync + 'static,
) -> Service
where
    F: Future<Output = Result<Value, FunctionError>> + Send + 'static,
{
    let gate = Arc::clone(gate);
    start(options(), move |consumer, event, deadline| {
        let (gate, around) = (Arc::clone(&gate), around.clone());
        async move {
            drop(gate.lock().await);
            around(consumer, event, deadline).await
        }
    })
    .await
}

/// Returns the records of the batch that was given up. Panics unless it is the only one.
fn given_up(service: &Service) -> Vec<Value> {
    let batches = service.running().failed_batches();
    let [batch] = batches.as_slice() else { panic!("one batch is given up, not {batches:?}") };
    let payload = batch["payload"].as_str().expect("the payload is text");
    let event: Value = serde_json::from_str(payload).expect("the payload is JSON");
    records(&event).to_vec()
}

async fn batch_is_given_up(service: &Service) {
    eventually(async || match service.running().failed_batches().len() {
        0 => Err("nothing is given up".to_owned()),
        _ => Ok(()),
    })
    .await;
}

#[tokio::test]
async fn a_poison_record_goes_to_the_failure_destination_alone() {
    let gate = Gate::default();
    // Records the sizes of the batches that contain the poison record.
    let sizes = Arc::new(StdMutex::new(Vec::new()));
    let seen = Arc::clone(&sizes);
    let service = start_gated(&gate, move |consumer, event, deadline| {
        if event.to_string().contains("poison") {
            seen.lock().expect("no test panics with it").push(records(&event).len());
        }
        async move { call(&consumer, event, deadline).await }
    })
    .await;
    let ann = service.person("ann");
    let closed = gate.lock().await;
    keep(&ann, ["1", "2", "3"]).await;
    let poison = service.dynamodb().put_item().table_name(service.table_name());
    let text = |text: &str| AttributeValue::S(text.to_owned());
    let poison = poison.item("pk", text("FavoriteData#ann")).item("sk", text("poison"));
    poison.item("type", text("FavoriteData")).send().await.expect("the table takes any item");
    keep(&ann, ["4", "5", "6"]).await;
    drop(closed);

    batch_is_given_up(&service).await;
    total_becomes(&ann, 6).await;

    let given_up = given_up(&service);
    assert_eq!(given_up.len(), 1, "{given_up:?}");
    assert_eq!(given_up[0]["dynamodb"]["Keys"]["sk"]["S"], "poison");
    let sizes = sizes.lock().expect("no test panics with it");
    // The size of the first batch depends on timing. The records that wait behind it arrive together in the next one.
    assert!(
        sizes[0] > 1 && sizes.contains(&1),
        "the poison record was not bisected out of a batch: {sizes:?}"
    );
}

#[tokio::test]
async fn a_panic_in_the_middle_of_a_batch_leaves_it_all_to_the_next_delivery() {
    let gate = Gate::default();
    let panics = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&panics);
    let service = start_gated(&gate, move |consumer, event, deadline| {
        let panics = Arc::clone(&counted);
        async move {
            let half = records(&event).len() / 2;
            if half > 0 && panics.fetch_add(1, Ordering::Relaxed) == 0 {
                call(&consumer, event_of(&records(&event)[..half]), deadline).await?;
                panic!("in the middle of a batch");
            }
            call(&consumer, event, deadline).await
        }
    })
    .await;
    let ann = service.person("ann");
    let closed = gate.lock().await;
    keep(&ann, ["1", "2", "3", "4", "5", "6", "7"]).await;
    drop(closed);
    total_becomes(&ann, 7).await;
    assert!(panics.load(Ordering::Relaxed) > 0, "no batch had two records");
    service.end().await;
}

#[tokio::test]
async fn a_record_that_always_panics_is_bisected_out_and_the_others_are_applied() {
    let gate = Gate::default();
    let service = start_gated(&gate, |consumer, event, deadline| async move {
        assert!(!event.to_string().contains("a trap"), "a fault in the consumer");
        call(&consumer, event, deadline).await
    })
    .await;
    let ann = service.person("ann");
    let closed = gate.lock().await;
    keep(&ann, ["1", "2", "a trap", "3", "4", "5"]).await;
    drop(closed);
    batch_is_given_up(&service).await;
    total_becomes(&ann, 5).await;
    let given_up = given_up(&service);
    assert_eq!(given_up.len(), 1, "{given_up:?}");
    assert_eq!(given_up[0]["dynamodb"]["NewImage"]["title"], json!({ "S": "a trap" }));
}

#[tokio::test]
async fn a_whole_batch_replayed_because_its_answer_was_lost_counts_once() {
    let gate = Gate::default();
    let lost = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&lost);
    let service = start_gated(&gate, move |consumer, event, deadline| {
        let lost = Arc::clone(&counted);
        async move {
            let answer = call(&consumer, event, deadline).await?;
            if lost.fetch_add(1, Ordering::Relaxed) < 4 {
                return Err(FunctionError::new("Lost", "the answer of a call that did its work"));
            }
            Ok(answer)
        }
    })
    .await;
    let ann = service.person("ann");
    let closed = gate.lock().await;
    keep(&ann, ["1", "2", "3", "4", "5", "6", "7", "8"]).await;
    drop(closed);
    total_becomes(&ann, 8).await;
    eventually(async || match lost.load(Ordering::Relaxed) {
        0..5 => Err("not all answers were lost yet".to_owned()),
        _ => Ok(()),
    })
    .await;
    service.end().await;
}

#[tokio::test]
async fn the_whole_stream_replayed_from_its_start_counts_once() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let in_folder = || impatient(Options::directory(folder.path()));
    let direct = |consumer: Consumer, event, deadline| async move { call(&consumer, event, deadline).await };
    let service = start(in_folder(), direct).await;
    let ann = service.person("ann");
    keep(&ann, ["1", "2", "3"]).await;
    let favorites = ann.all("/favorites").await;
    let path = format!("/favorites/{}", favorites_tests::data_id(&favorites[0]));
    ann.patch(&path, &json!({ "title": "changed" })).await.is(200);
    ann.delete(&path).await.is(200);
    service.end().await;
    std::fs::remove_file(folder.path().join("checkpoints.json")).expect("there was a checkpoint");

    let replayed = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&replayed);
    let service = start(in_folder(), move |consumer, event, deadline| {
        counted.fetch_add(records(&event).len(), Ordering::Relaxed);
        direct(consumer, event, deadline)
    })
    .await;
    let ann = service.person("ann");
    keep(&ann, ["4"]).await;
    total_becomes(&ann, 3).await;
    service.settle().await;
    // The records of three new notes, an edit, a deletion with its item in the trash, and another new note.
    assert_eq!(replayed.load(Ordering::Relaxed), 7);
    service.end().await;
}
