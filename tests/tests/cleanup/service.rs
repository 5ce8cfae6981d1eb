//! Tests the deletion of a tag through the whole service: API, stream, mapping and worker.

use std::future::poll_fn;
use std::pin::pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::task::Poll;
use std::time::Duration;

use favorites_api::favorites::Client;
use favorites_api::favorites::limits::{CLEANUP_STEP, JOB_HELD};
use favorites_api::{Deadline, Favorites, stream_in_process};
use favorites_local::{Environment, FunctionError, functions, functions_on};
use favorites_tests::{Clock, Person, Service, data_id, eventually, sample, tag_id};
use futures::{StreamExt as _, stream};
use serde_json::{Value, json};
use single_table::testing::{Faults, Operation, Request};

use crate::table::saves;

/// The number of favorites with the tag. It is not a multiple of the favorites of a step.
const FAVORITES: usize = 230;

/// A service that records the steps of its worker.
struct Watched {
    service: Service,
    clock: Clock,
    /// For each step, the number of favorites from which it removed the tag.
    steps: Arc<Mutex<Vec<usize>>>,
}

/// Starts a service. With `dies_after`, the worker dies once, when it has changed this number of favorites.
async fn watched(dies_after: Option<usize>) -> Watched {
    let clock = Clock::start();
    let steps = Arc::new(Mutex::new(Vec::new()));
    let (seen, time) = (Arc::clone(&steps), clock.clone());
    let on = move |client: Client, table: &str| {
        let time = time.clone();
        Favorites::new(client, table).with_clock(move || time.now())
    };
    let service = Service::start_with(move |environment| {
        let config = Environment::as_function(&environment.sdk_config(), "worker");
        let table = environment.table_name.clone();
        let others = functions_on(environment, |client| on(client, &table));
        let worker = move |event: Value| {
            let faults = Faults::new();
            let favorites = on(faults.client(&Client::new(&config)), &table);
            let deadline = Deadline::after(Duration::from_mins(1));
            let call = stream_in_process(functions::worker::worker, favorites)(event, deadline);
            let seen = Arc::clone(&seen);
            async move {
                let dies_after = dies_after.filter(|_| seen.lock().expect("nobody panicked").is_empty());
                let mut call = pin!(call);
                let answer = poll_fn(|context| {
                    if dies_after.is_some_and(|after| untagged(&faults.requests()) >= after) {
                        return Poll::Ready(Err(FunctionError::new("Died", "in the middle of a step")));
                    }
                    let answer = call.as_mut().poll(context);
                    answer.map_err(|error| FunctionError::new("HandlerError", error.to_string()))
                });
                let answer = answer.await;
                let requests = faults.requests();
                let steps = requests.split(saves).map(untagged).filter(|untagged| *untagged > 0);
                seen.lock().expect("nobody panicked").extend(steps);
                answer
            }
        };
        others.with("worker", worker)
    })
    .await;
    Watched { service, clock, steps }
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

/// Deletes a tag that many favorites have. Returns the number of favorites that lost it in each step.
async fn delete_a_tag_of_many(watched: Watched, dies_after: Option<usize>) -> Vec<usize> {
    let Watched { service, clock, steps } = watched;
    let ann = service.person("ann");
    let (goes, stays) = (ann.create_tag("Goes").await, ann.create_tag("Stays").await);
    keep(&ann, FAVORITES - 1, &[tag_id(&goes)]).await;
    keep(&ann, 1, &[tag_id(&goes), tag_id(&stays)]).await;
    keep(&ann, 1, &[tag_id(&stays)]).await;

    ann.delete(&format!("/tags/{}", tag_id(&goes))).await.is(204);
    let steps = || steps.lock().expect("nobody panicked").clone();
    let have_changed = async |favorites: usize| {
        // Wait for each part separately, because a busy machine may take long for all of them.
        for part in (0..=favorites).step_by(CLEANUP_STEP as usize) {
            eventually(async || {
                let kept = ann.all("/favorites?limit=100").await;
                let has = |favorite: &&Value| favorite["tagIds"].to_string().contains(tag_id(&goes));
                let left = kept.iter().filter(has).count();
                if left + part <= FAVORITES { Ok(()) } else { Err(format!("{left} are left")) }
            })
            .await;
        }
        eventually(async || match steps() {
            steps if steps.iter().sum::<usize>() >= favorites => Ok(()),
            steps => Err(format!("{steps:?}")),
        })
        .await;
    };
    if let Some(favorites) = dies_after {
        have_changed(favorites).await;
        clock.advance(JOB_HELD);
        let favorites = Favorites::new(service.dynamodb(), service.table_name());
        let sweeper = favorites.with_clock(move || clock.now());
        sweeper.sweep(Duration::from_mins(1)).await.expect("the table answers");
    }
    have_changed(FAVORITES).await;
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
    let steps = delete_a_tag_of_many(watched(None).await, None).await;
    // On a busy machine, a turn may end in the middle of a step.
    assert!(steps.iter().all(|untagged| *untagged <= CLEANUP_STEP as usize), "{steps:?}");
    assert_eq!(steps.iter().sum::<usize>(), FAVORITES, "{steps:?}");
}

#[tokio::test]
async fn a_worker_that_dies_in_the_middle_of_a_step_is_followed_by_one_that_goes_on() {
    let dies_after = Some(75);
    let steps = delete_a_tag_of_many(watched(dies_after).await, dies_after).await;
    assert!(steps.iter().all(|untagged| *untagged <= CLEANUP_STEP as usize), "{steps:?}");
    assert_eq!(steps[..2], [50, 25], "it died in the second step");
    // Only the change that was in progress when it died may happen twice.
    let all = steps.iter().sum::<usize>();
    assert!((FAVORITES..=FAVORITES + 1).contains(&all), "{steps:?}");
}

/// Starts a service in which no turn of the worker ends. Returns it with the number of turns that have begun.
async fn stuck() -> (Service, Arc<AtomicUsize>) {
    let begun = Arc::new(AtomicUsize::new(0));
    let turns = Arc::clone(&begun);
    let service = Service::start_with(move |environment| {
        let turn = move |_: Value| {
            turns.fetch_add(1, Ordering::SeqCst);
            std::future::pending::<Result<Value, FunctionError>>()
        };
        functions(environment).with("worker", turn)
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
        0 => Err("no turn has begun".to_owned()),
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
