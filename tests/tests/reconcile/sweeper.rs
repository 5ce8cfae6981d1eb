//! The sweeper and the worker, run by the local service.

use std::time::Duration;

use aws_sdk_dynamodb::types::AttributeValue;
use favorites_local::template::Template;
use favorites_local::{Options, functions};
use favorites_tests::{Service, consistency, eventually, sample};
use serde_json::json;

const USERS: [&str; 3] = ["ann", "bea", "cem"];

/// Starts a service that runs the schedule with this input again and again.
async fn start(input: serde_json::Value) -> Service {
    let mut template = Template::project().expect("the project's template is well-formed");
    let [schedule] = template.schedules.as_mut_slice() else { panic!("one schedule") };
    schedule.period = Duration::from_millis(50);
    schedule.input = Some(input);
    Service::run(Options { template: Some(template), ..Options::throw_away() }, functions).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_sweeper_and_the_worker_repair_the_catalogue_of_everybody() {
    let service = start(json!({ "reconcile": { "repairs": "atOnce" } })).await;
    for user in USERS {
        let person = service.person(user);
        for title in ["first", "second"] {
            person.create(&sample::favorite("note", title)).await;
        }
    }
    service.settle().await;
    for item in consistency::scan(&service.dynamodb(), service.table_name()).await {
        if ["CatalogueHead", "Catalogue"].contains(&item["type"].as_str().expect("items have a type")) {
            let key = |name: &str| AttributeValue::S(item[name].as_str().expect("keys are texts").to_owned());
            let delete = service.dynamodb().delete_item().table_name(service.table_name());
            delete.key("pk", key("pk")).key("sk", key("sk")).send().await.expect("the table answers");
        }
    }
    for user in USERS {
        let person = service.person(user);
        eventually(async || {
            let counts = person.get("/counts").await.is(200);
            let found = person.get("/search?q=second").await.is(200);
            let is_right =
                counts["total"] == 2 && found["items"].as_array().is_some_and(|items| items.len() == 1);
            if is_right { Ok(()) } else { Err(format!("{user}: {counts} {found}")) }
        })
        .await;
    }
    service.end().await;
}
