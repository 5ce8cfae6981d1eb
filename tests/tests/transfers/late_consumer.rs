//! Favorites that come back under their ids while the stream's consumer is behind.

use std::sync::Arc;
use std::time::Duration;

use favorites_api::favorites::Client;
use favorites_api::{Deadline, Favorites, stream_in_process};
use favorites_local::{Environment, FunctionError, functions};
use favorites_tests::{Person, Service, data_id, eventually, sample};
use serde_json::{Value, json};
use tokio::sync::Semaphore;

use crate::account::{counts, export, import_all};

/// Starts a service whose change consumer waits for permits.
async fn late() -> (Service, Arc<Semaphore>) {
    let gate = Arc::new(Semaphore::new(0));
    let waiting = Arc::clone(&gate);
    let service = Service::start_with(move |environment| {
        let config = Environment::as_function(&environment.sdk_config(), "change-consumer");
        let favorites = Favorites::new(Client::new(&config), environment.table_name.clone());
        let call = stream_in_process(functions::stream::change_consumer, favorites);
        let call = Arc::new(call);
        let consumer = move |event: Value| {
            let (call, gate) = (Arc::clone(&call), Arc::clone(&waiting));
            async move {
                drop(gate.acquire().await);
                let answer = call(event, Deadline::after(Duration::from_mins(1))).await;
                answer.map_err(|error| FunctionError::new("HandlerError", error.to_string()))
            }
        };
        functions(environment).with("change-consumer", consumer)
    })
    .await;
    (service, gate)
}

/// Edits a favorite to version 4, and deletes it for good.
async fn edit_and_purge(person: &Person, favorite: &Value) {
    let path = format!("/favorites/{}", data_id(favorite));
    for title in ["Second", "Third", "Fourth"] {
        person.patch(&path, &json!({ "title": title })).await.is(200);
    }
    person.delete(&path).await.is(200);
    person.delete(&format!("/trash/{}", data_id(favorite))).await.is(204);
}

#[tokio::test]
async fn favorites_that_are_imported_again_count_although_the_consumer_is_behind() {
    let (service, gate) = late().await;
    let ann = service.person("ann");
    let mut notes = Vec::new();
    for title in ["One", "Two", "Three"] {
        notes.push(ann.create(&sample::favorite("note", title)).await);
    }
    ann.delete(&format!("/favorites/{}", data_id(&notes[2]))).await.is(200);
    let (_, file) = export(&ann, "jsonLines").await;
    let restored = ann.call(reqwest::Method::POST, &format!("/trash/{}/restore", data_id(&notes[2]))).await;
    restored.is(200);
    for note in &notes {
        edit_and_purge(&ann, note).await;
    }
    let job = import_all(&ann, file, json!({})).await;
    assert_eq!(counts(&job), [3, 0, 0], "{job}");
    let versions: Vec<_> = ann.all("/favorites").await.into_iter().map(|it| it["version"].clone()).collect();
    assert_eq!(versions, [1, 1]);
    gate.add_permits(1);
    eventually(async || {
        let counts = ann.get("/counts").await.is(200);
        let is_known = counts["total"] == 2 && counts["trash"] == 1;
        if is_known { Ok(()) } else { Err(counts.to_string()) }
    })
    .await;
    assert_eq!(ann.all("/search?q=one").await.len(), 1);
    service.end().await;
}

#[tokio::test]
async fn a_favorite_under_a_chosen_id_that_was_the_id_of_another_one_counts_although_the_consumer_is_behind()
{
    let (service, gate) = late().await;
    let ann = service.person("ann");
    let gone = ann.create(&sample::favorite("note", "Gone")).await;
    edit_and_purge(&ann, &gone).await;
    let put = ann.put(&format!("/favorites/{}", data_id(&gone)), &sample::favorite("note", "Chosen"));
    let chosen = put.header("if-none-match", "*").await.is(201);
    assert_eq!(chosen["version"], 1);
    gate.add_permits(1);
    eventually(async || match ann.all("/search?q=chosen").await.len() {
        1 => Ok(()),
        found => Err(format!("{found} are found")),
    })
    .await;
    service.end().await;
}
