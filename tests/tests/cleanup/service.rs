//! Tests the deletion of a tag through the whole service: API, stream, mapping and consumer.

use std::future::poll_fn;
use std::pin::pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::task::Poll;
use std::time::Duration;

use favorites_api::favorites::Client;
use favorites_api::favorites::limits::CLEANUP_STEP;
use favorites_api::{Deadline, Favorites, stream_in_process};
use favorites_local::{Environment, FunctionError, functions};
use favorites_tests::{Person, Service, data_id, eventually, sample, tag_id};
use futures::{StreamExt as _, stream};
use serde_json::{Value, json};
use single_table::testing::{Faults, Operation, Request};

/// The number of favorites with the tag. It is not a multiple of the favorites of a step.
const FAVORITES: usize = 230;

/// For each invocation of the consumer, the number of favorites from which it removed the tag.
type Invocations = Arc<Mutex<Vec<usize>>>;

/// Starts a service whose consumer records its invocations. With `dies_after`, the consumer dies once: in its second
/// step, after this number of favorites.
async fn watched(dies_after: Option<usize>) -> (Service, Invocations) {
    let invocations = Invocations::default();
    let seen = Arc::clone(&invocations);
    let service = Service::start_with(move |environment| {
        let config = Environment::as_function(&environment.sdk_config(), "worker");
        let table = environment.table_name.clone();
        let consumer = move |event: Value| {
            let faults = Faults::new();
            let http = faults.before(config.http_client().expect("the configuration has a client"));
            let config = aws_sdk_dynamodb::config::Builder::from(&config).http_client(http).build();
            let favorites = Favorites::new(Client::from_conf(config), table.clone());
            let deadline = Deadline::after(Duration::from_mins(1));
            let call = stream_in_process(functions::worker::worker, favorites)(event, deadline);
            let seen = Arc::clone(&seen);
            async move {
                let steps = seen
                    .lock()
                    .expect("nobody panicked with it")
                    .iter()
                    .filter(|untagged| **untagged > 0)
                    .count();
                let dies_after = dies_after.filter(|_| steps == 1);
                let mut call = pin!(call);
                let answer = poll_fn(|context| {
                    if dies_after.is_some_and(|after| untagged(&faults.requests()) >= after) {
                        return Poll::Ready(Err(FunctionError::new("Died", "in the middle of a step")));
                    }
                    let answer = call.as_mut().poll(context);
                    answer.map_err(|error| FunctionError::new("HandlerError", error.to_string()))
                });
                let answer = answer.await;
                seen.lock().expect("nobody panicked with it").push(untagged(&faults.requests()));
                answer
            }
        };
        functions(environment).with("worker", consumer)
    })
    .await;
    (service, invocations)
}

/// Returns the number of requests that remove a tag from a favorite.
fn untagged(requests: &[Request]) -> usize {
    let deletes_entry = |operation: &Value| {
        operation["Delete"]["Key"]["pk"]["S"].as_str().is_some_and(|key| key.starts_with("FavoriteDataTag#"))
    };
    requests
        .iter()
        .filter(|request| request.operation == Operation::TransactWriteItems)
        .filter(|request| {
            request.body["TransactItems"].as_array().is_some_and(|all| all.iter().any(deletes_entry))
        })
        .count()
}

/// Creates this number of notes with these tags.
async fn keep(person: &Person, number: usize, tags: &[&str]) {
    let create = |title: usize| {
        let members = json!({ "tagIds": tags });
        let body = sample::with(sample::favorite("note", &title.to_string()), &members);
        async move { person.create(&body).await }
    };
    stream::iter((0..number).map(create)).buffer_unordered(8).collect::<Vec<_>>().await;
}

/// Deletes a tag that many favorites have. Returns the number of favorites that lost it in each step of the consumer.
async fn delete_a_tag_of_many((service, invocations): (Service, Invocations)) -> Vec<usize> {
    let ann = service.person("ann");
    let (goes, stays) = (ann.create_tag("Goes").await, ann.create_tag("Stays").await);
    keep(&ann, FAVORITES - 1, &[tag_id(&goes)]).await;
    keep(&ann, 1, &[tag_id(&goes), tag_id(&stays)]).await;
    keep(&ann, 1, &[tag_id(&stays)]).await;

    ann.delete(&format!("/tags/{}", tag_id(&goes))).await.is(204);
    let steps = || {
        invocations
            .lock()
            .expect("nobody panicked with it")
            .iter()
            .copied()
            .filter(|untagged| *untagged > 0)
            .collect::<Vec<_>>()
    };
    // Wait for each part separately, because a busy machine may take long for all of them.
    for part in (0..=FAVORITES).step_by(CLEANUP_STEP as usize) {
        eventually(async || match steps() {
            steps if steps.iter().sum::<usize>() >= part => Ok(()),
            steps => Err(format!("{steps:?}")),
        })
        .await;
    }
    service.settle().await;

    let kept = ann.all("/favorites?limit=100").await;
    assert_eq!(kept.len(), FAVORITES + 1);
    assert_eq!(kept.iter().filter(|favorite| favorite["tagIds"] == json!([])).count(), FAVORITES - 1);
    assert_eq!(ann.get(&format!("/tags/{}", tag_id(&stays))).await.is(200)["count"], 2);
    service.end().await;
    steps()
}

#[tokio::test]
async fn a_tag_of_many_favorites_leaves_them_in_steps() {
    assert_eq!(delete_a_tag_of_many(watched(None).await).await, [50, 50, 50, 50, 30]);
}

#[tokio::test]
async fn a_consumer_that_dies_in_the_middle_of_a_step_is_followed_by_one_that_goes_on() {
    let steps = delete_a_tag_of_many(watched(Some(25)).await).await;
    assert!(steps.iter().all(|untagged| *untagged <= CLEANUP_STEP as usize), "{steps:?}");
    assert!((25..50).contains(&steps[1]), "it died in the second step: {steps:?}");
    // Only the change that was in progress when it died may happen twice.
    let all = steps.iter().sum::<usize>();
    assert!((FAVORITES..=FAVORITES + 1).contains(&all), "{steps:?}");
}

/// Starts a service in which no step of a clean-up ends. Returns it with the number of steps that have begun.
async fn stuck() -> (Service, Arc<AtomicUsize>) {
    let begun = Arc::new(AtomicUsize::new(0));
    let steps = Arc::clone(&begun);
    let service = Service::start_with(move |environment| {
        let step = move |_: Value| {
            steps.fetch_add(1, Ordering::SeqCst);
            std::future::pending::<Result<Value, FunctionError>>()
        };
        functions(environment).with("worker", step)
    })
    .await;
    (service, begun)
}

#[tokio::test]
async fn a_deleted_tag_is_refused_also_for_a_favorite_that_still_has_it() {
    let (service, _) = stuck().await;
    let ann = service.person("ann");
    let tag = ann.create_tag("Old").await;
    let id = tag_id(&tag);
    let body = sample::with(sample::favorite("note", "Idea"), &json!({ "tagIds": [id] }));
    let favorite = ann.create(&body).await;
    let tags = format!("/favorites/{}/tags", data_id(&favorite));
    let put = async || ann.put(&format!("{tags}/{id}"), &Value::Null).await;
    let replace = async |ids: &[&str]| ann.put(&tags, &json!({ "tagIds": ids })).await;
    put().await.is(200);
    replace(&[id]).await.is(200);
    let new = ann.create_tag("New").await;
    ann.delete(&format!("/tags/{id}")).await.is(204);
    put().await.is(404);
    replace(&[id]).await.is(404);
    replace(&[id, tag_id(&new)]).await.is(404);
    let left = replace(&[tag_id(&new)]).await.is(200);
    assert_eq!(left["tagIds"], json!([tag_id(&new)]));
}

#[tokio::test]
async fn counts_go_on_while_clean_ups_stand_still() {
    let (service, begun) = stuck().await;
    let ann = service.person("ann");
    let tag = ann.create_tag("Old").await;
    ann.delete(&format!("/tags/{}", tag_id(&tag))).await.is(204);
    eventually(async || match begun.load(Ordering::SeqCst) {
        0 => Err("no step has begun".to_owned()),
        _ => Ok(()),
    })
    .await;
    for person in [&ann, &service.person("bea")] {
        keep(person, 1, &[]).await;
        eventually(async || {
            let counts = person.get("/counts").await.is(200);
            if counts["total"] == 1 { Ok(()) } else { Err(format!("not counted: {counts}")) }
        })
        .await;
    }
}
