//! Every function with the forms of its event that AWS may send. A new function is covered by its entry in the template and its
//! event file.

use std::collections::BTreeSet;

use favorites_local::template::Template;
use favorites_local::{Environment, Running};
use favorites_tests::lambda::{event, start_table};
use serde_json::{Map, Value, json};

use crate::process::Emulator;
use crate::variants::{SAME, broken_base64, repeated_parameter, rest_v1};

/// The functions that answer HTTP requests. Each is tested with a table of its own: moto copies the whole table for each operation of a
/// transaction, and in one that all functions fill, a transaction would take longer than the functions wait.
fn http_functions() -> impl Iterator<Item = String> {
    functions::ROUTES.iter().map(|route| route.function.to_owned())
}

/// The event file of `name`, as a request of `user`.
fn event_of(name: &str, user: &str) -> Value {
    let mut event = event(name);
    event["requestContext"]["authorizer"]["jwt"]["claims"]["sub"] = user.into();
    event
}

/// The status of an answer. An error of the function has none.
#[track_caller]
fn status(answer: &Value) -> u64 {
    answer["statusCode"].as_u64().unwrap_or_else(|| panic!("no status: {answer}"))
}

/// Keeps the favorite of the event files for `user`, so that what they ask for is there.
async fn keep_favorite(table: &Running, user: &str) {
    let environment: &Environment = table.environment();
    let image = event("change-consumer")["Records"][0]["dynamodb"]["NewImage"].take();
    let subject = event("get-favorite")["requestContext"]["authorizer"]["jwt"]["claims"]["sub"].take();
    let subject = subject.as_str().expect("the event has a subject");
    let image = image.to_string().replace(subject, user);
    let image: serde_dynamo::Item = serde_json::from_str(&image).expect("an image is an item");
    let dynamodb = aws_sdk_dynamodb::Client::new(&environment.sdk_config());
    let put = dynamodb.put_item().table_name(&environment.table_name).set_item(Some(image.into()));
    put.send().await.expect("the item is kept");
}

#[tokio::test]
async fn every_http_function_answers_each_form_of_its_event_with_the_same_status() {
    for name in http_functions() {
        let table = start_table().await;
        let mut function = Emulator::start(&name, table.environment()).await;
        let mut statuses = Map::new();
        for form in &SAME {
            // Each form is of a user of its own, for whom nothing has happened yet.
            let user = format!("{name} {}", form.name);
            keep_favorite(&table, &user).await;
            let answer = function.invoke(&form.of(&event_of(&name, &user))).await;
            assert!(status(&answer) < 500, "{name}, {}: {answer}", form.name);
            statuses.insert(form.name.to_owned(), status(&answer).into());
        }
        let expected = statuses["as it is"].clone();
        assert!(statuses.values().all(|status| *status == expected), "{name}: {statuses:?}");
        table.shutdown().await;
    }
}

#[tokio::test]
async fn the_favorite_of_the_event_files_is_found_by_its_id() {
    let table = start_table().await;
    keep_favorite(&table, "ann").await;
    for name in ["get-favorite", "update-favorite", "delete-favorite"] {
        let mut function = Emulator::start(name, table.environment()).await;
        let answer = function.invoke(&event_of(name, "ann")).await;
        assert_eq!(status(&answer), 200, "{name}: {answer}");
    }
    table.shutdown().await;
}

#[tokio::test]
async fn every_http_function_answers_an_event_without_one_of_its_members() {
    for name in http_functions() {
        let table = start_table().await;
        let mut function = Emulator::start(&name, table.environment()).await;
        let whole = event_of(&name, &name);
        for (pointer, _) in members(&whole) {
            let mut event = whole.clone();
            remove(&mut event, &pointer);
            let answer = function.invoke(&event).await;
            if pointer == "/version" {
                // Without it nothing says of which format the event is.
                continue;
            }
            let status = status(&answer);
            assert!(status < 500, "{name} without {pointer}: {answer}");
            let identifies = "/requestContext/authorizer/jwt/claims/sub".starts_with(&pointer);
            assert_eq!(status == 401, identifies, "{name} without {pointer}: {answer}");
        }
        table.shutdown().await;
    }
}

/// The members of the event and of the objects in it that the service reads, by their JSON pointers.
fn members(event: &Value) -> Vec<(String, Value)> {
    let mut members = Vec::new();
    for prefix in ["", "/headers", "/requestContext", "/requestContext/authorizer", "/requestContext/http"] {
        let object = event.pointer(prefix).and_then(Value::as_object).expect("the event has that object");
        members.extend(object.iter().map(|(name, value)| (format!("{prefix}/{name}"), value.clone())));
    }
    members
}

fn remove(event: &mut Value, pointer: &str) {
    let (object, name) = pointer.rsplit_once('/').expect("a pointer has a slash");
    let object = event.pointer_mut(object).and_then(Value::as_object_mut).expect("it was found there");
    object.remove(name);
}

#[tokio::test]
async fn a_body_that_is_not_the_base64_it_is_said_to_be_is_invalid_where_a_body_is_read() {
    for name in http_functions() {
        let table = start_table().await;
        let mut function = Emulator::start(&name, table.environment()).await;
        let event = event_of(&name, &name);
        let whole = status(&function.invoke(&event).await);

        let answer = function.invoke(&broken_base64(&event)).await;

        if event["body"].is_string() {
            assert_eq!(status(&answer), 400, "{name}: {answer}");
        } else {
            // The same status as the first time, but for those that have deleted or restored what is asked for.
            assert!([whole, 404].contains(&status(&answer)), "{name}: {answer}");
        }
        table.shutdown().await;
    }
}

#[tokio::test]
async fn a_repeated_parameter_is_invalid_for_every_http_function() {
    for name in http_functions() {
        let table = start_table().await;
        let mut function = Emulator::start(&name, table.environment()).await;
        let event = event_of(&name, &name);
        let answer = function.invoke(&repeated_parameter(&event)).await;
        assert_eq!(status(&answer), 400, "{name}: {answer}");
        table.shutdown().await;
    }
}

#[tokio::test]
async fn every_http_function_refuses_the_event_of_a_rest_api_and_serves_the_next_one() {
    for name in http_functions() {
        let table = start_table().await;
        let mut function = Emulator::start(&name, table.environment()).await;
        let event = event_of(&name, &name);
        let answer = function.invoke(&rest_v1(&event)).await;
        let message = answer["errorMessage"].as_str();
        assert!(message.is_some_and(|message| !message.is_empty()), "{name}: {answer}");
        assert!(status(&function.invoke(&event).await) < 500, "{name}");
        table.shutdown().await;
    }
}

#[tokio::test]
async fn the_functions_without_a_route_do_what_their_event_asks_for_and_refuse_others() {
    let table = start_table().await;
    let template = Template::project().expect("the project's template is well-formed");
    let routed: Vec<&str> = template.routes.iter().map(|route| route.function.name.as_str()).collect();
    let names: BTreeSet<&str> = template.functions().map(|function| function.name.as_str()).collect();
    for name in names.into_iter().filter(|name| !routed.contains(name)) {
        let member = match name {
            "sweeper" => "users",
            _ => "batchItemFailures",
        };
        let mut function = Emulator::start(name, table.environment()).await;
        for unreadable in [json!(null), json!({ "Records": 7, "userId": 7 })] {
            let answer = function.invoke(&unreadable).await;
            assert!(answer["errorMessage"].is_string(), "{name}: {answer}");
        }
        let answer = function.invoke(&event(name)).await;
        assert!(answer.get(member).is_some(), "{name}: {answer}");
    }
    table.shutdown().await;
}
