//! `template.yaml` against what else names functions, routes and records: the functions' programs and the event files.

use std::collections::BTreeSet;
use std::path::Path;

use favorites_local::template::{Route, Template};
use functions::{background, http};
use serde_json::{Value, json};

#[test]
fn every_function_of_the_programs_is_one_of_the_template_and_the_other_way_round() {
    let http = http::FUNCTIONS.iter().map(|(name, _)| *name);
    let served: BTreeSet<&str> = http.chain(background::FUNCTIONS.iter().map(|(name, _)| *name)).collect();
    let template = template();
    let declared: BTreeSet<&str> = template.functions().map(|function| function.name.as_str()).collect();
    assert_eq!(served, declared);
}

#[test]
fn every_http_event_file_is_a_request_to_a_route_of_the_template() {
    let template = template();
    let events: Vec<_> =
        event_files().into_iter().filter(|(_, event)| event.get("routeKey").is_some()).collect();
    assert!(!events.is_empty());
    for (name, event) in events {
        let route = template.routes.iter().find(|route| event["routeKey"] == route.key());
        let route = route.unwrap_or_else(|| panic!("{name}: no route {}", event["routeKey"]));
        assert_eq!(event["requestContext"]["routeKey"], event["routeKey"], "{name}");
        assert_eq!(event["requestContext"]["http"]["method"], route.method, "{name}");
        assert_eq!(event["rawPath"], path_of(route, &event["pathParameters"]), "{name}");
        assert_eq!(event["rawPath"], event["requestContext"]["http"]["path"], "{name}");
    }
}

#[test]
fn the_stream_brings_what_is_counted_and_none_of_the_counters() {
    let template = template();
    let [mapping] = template.mappings.as_slice() else { panic!("one mapping: {:?}", template.mappings) };
    assert_eq!(mapping.function.name, "change-consumer");
    for (name, event) in event_files() {
        for record in event["Records"].as_array().into_iter().flatten() {
            assert!(mapping.filter.passes(record), "{name}: {record}");
        }
    }
    let passes = |pk: &str| mapping.filter.passes(&json!({"dynamodb": {"Keys": {"pk": {"S": pk}}}}));
    assert!(["FavoriteData#me", "Trash#me", "TagCleanup#me"].into_iter().all(passes));
    let uncounted = [
        "CatalogueHead#me",
        "Catalogue#me",
        "CatalogueSignature#me",
        "Tag#me",
        "FavoriteDataTag#me#1",
        "TagQuota#me",
    ];
    assert!(!uncounted.into_iter().any(passes));
}

fn template() -> Template {
    Template::project().expect("the project's template is well-formed")
}

/// The event files by name.
fn event_files() -> Vec<(String, Value)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("events");
    let files = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    files
        .map(|file| {
            let path = file.expect("the folder can be read").path();
            let name = path.display().to_string();
            let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
            let event = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
            (name, event)
        })
        .collect()
}

/// The route's path with its parameters filled in.
fn path_of(route: &Route, parameters: &Value) -> String {
    let parameters = parameters.as_object().into_iter().flatten();
    parameters.fold(route.path.clone(), |path, (name, value)| {
        path.replace(&format!("{{{name}}}"), value.as_str().expect("path parameters are text"))
    })
}
