//! `template.yaml` against what else names functions, routes and records: the functions' programs and the event files.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::Duration;

use favorites_api::favorites::limits::{JOB_HELD, RECOUNT_TIME, WORK_SLICE};
use favorites_api::{Deadline, OPERATION_TIMEOUT, Route, SweepEvent};
use favorites_local::template::{Authorizer, DEFAULT, Mapping, Template};
use favorites_tests::lambda::event;
use favorites_tests::template_text::{TemplateText, logical_id};
use functions::{BACKGROUND, NO_ROUTE, ROUTES, WEB, routes};
use serde_json::{Value, json};

const TEMPLATE: &str = include_str!("../../template.yaml");

/// The most requests a second that fit no route.
const NO_ROUTE_PER_SECOND: u32 = 100;

#[test]
fn every_function_of_the_programs_is_one_of_the_template_and_the_other_way_round() {
    let served: BTreeSet<&str> = functions::names().collect();
    let template = template();
    let declared: BTreeSet<&str> = template.functions().map(|function| function.name.as_str()).collect();
    assert_eq!(served, declared);
}

#[test]
fn each_program_serves_the_function_that_it_is_named_like() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../functions/src/bin");
    let programs = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let programs: BTreeMap<String, String> = programs
        .map(|path| {
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            (name, std::fs::read_to_string(path).unwrap())
        })
        .collect();
    let named: BTreeSet<&str> = programs.keys().map(String::as_str).collect();
    assert_eq!(named, functions::names().collect());
    for (name, program) in &programs {
        let lines = program.lines().filter(|line| line.trim_start().starts_with("serve")).collect::<Vec<_>>();
        let name = name.replace('-', "_");
        let is_route = ROUTES.iter().any(|route| route.function.replace('-', "_") == name);
        let served = match name.as_str() {
            WEB => "serve()".to_owned(),
            "no_route" => "serve_no_route(routes::KEYS)".to_owned(),
            _ if is_route => format!("{})", name.to_uppercase()),
            _ => format!("{name})"),
        };
        assert!(matches!(&*lines, [line] if line.contains(&served)), "{served}: {lines:?}");
    }
}

#[test]
fn the_parts_of_the_template_that_follow_from_the_routes_are_up_to_date() {
    let mut template = TemplateText::read();
    for route in ROUTES {
        let path =
            if route.path.contains('{') { format!("\"{}\"", route.path) } else { route.path.to_owned() };
        let event = |name: &str, method: &str| {
            format!(
                "{name}: {{ Type: HttpApi, Properties: {{ ApiId: !Ref Api, Method: {method}, Path: {path} }} }}"
            )
        };
        let head = (route.method == "GET").then(|| event("Head", "HEAD"));
        let events = [event("Route", route.method)].into_iter().chain(head);
        template.generate(&logical_id(route.function), "Events", events);
    }
    let limited = ROUTES.iter().filter_map(|route| Some((route, route.rate.per_second()?)));
    let limited = limited.flat_map(|(route, rate)| {
        let head = (route.method == "GET").then(|| format!("HEAD {}", route.path));
        [Some(route.key()), head].into_iter().flatten().map(move |key| (key, rate))
    });
    // No token is needed, so this bounds what a flood of requests costs.
    let no_route = (DEFAULT.to_owned(), NO_ROUTE_PER_SECOND);
    let limits = limited.chain([no_route]).map(|(key, rate)| {
        format!("{key}: {{ ThrottlingRateLimit: {rate}, ThrottlingBurstLimit: {} }}", 2 * rate)
    });
    template.generate("Api", "RouteSettings", limits);
    template.check_or_write("cargo test -p favorites-tests --test template");
}

#[test]
fn the_functions_that_work_with_files_are_those_with_the_bucket() {
    let text: serde_yaml_ng::Value = serde_yaml_ng::from_str(TEMPLATE).unwrap();
    let routes = ROUTES.iter().map(|route| (route.function, route.has_files));
    for (name, has_files) in routes.chain(BACKGROUND.iter().map(|other| (other.function, other.has_files))) {
        let properties = &text["Resources"][logical_id(name).as_str()]["Properties"];
        let bucket = &properties["Environment"]["Variables"]["FILES_BUCKET"];
        assert_eq!(!bucket.is_null(), has_files, "{name}");
    }
}

#[test]
fn each_function_without_a_route_has_an_event_file() {
    let named: BTreeSet<String> = event_files().into_keys().collect();
    let others = BACKGROUND.iter().map(|background| background.function);
    assert_eq!(named, others.chain(["create-favorite", WEB, NO_ROUTE]).map(str::to_owned).collect());
}

#[test]
fn every_route_has_time_for_an_operation_that_hangs_and_for_its_answer() {
    for route in template().routes {
        let timeout = route.function.timeout;
        assert!(
            Deadline::after(timeout).time_to_answer() > OPERATION_TIMEOUT,
            "{}: {timeout:?}",
            route.key()
        );
    }
}

#[test]
fn all_routes_but_those_of_the_web_app_and_the_default_one_need_a_token() {
    for route in template().routes {
        let is_open = [WEB, NO_ROUTE].contains(&&*route.function.name);
        let expected = if is_open { Authorizer::None } else { Authorizer::Jwt };
        assert_eq!(route.authorizer, expected, "{}", route.key());
    }
}

#[test]
fn the_function_of_the_default_route_knows_all_other_routes() {
    let routes = template().routes;
    let (default, others): (Vec<_>, Vec<_>) = routes.iter().partition(|route| route.path == DEFAULT);
    assert!(matches!(*default, [route] if route.function.name == NO_ROUTE), "{default:?}");
    let (heads, others): (Vec<_>, Vec<_>) = others.into_iter().partition(|route| route.method == "HEAD");
    let keys = |routes: &[&favorites_local::template::Route]| -> BTreeSet<(String, String)> {
        routes.iter().map(|route| (route.method.clone(), route.path.clone())).collect()
    };
    let known = routes::KEYS.iter().map(|(method, path)| ((*method).to_owned(), (*path).to_owned()));
    assert_eq!(keys(&others), known.collect());
    let gets = routes::KEYS.iter().filter(|(method, _)| *method == "GET");
    let expected = gets.map(|(_, path)| ("HEAD".to_owned(), (*path).to_owned()));
    assert_eq!(keys(&heads), expected.collect());
    for head in heads {
        let get = others.iter().find(|route| route.method == "GET" && route.path == head.path).unwrap();
        assert_eq!(head.function, get.function, "{}", head.key());
    }
}

#[test]
fn no_policy_beside_the_functions_own_gives_a_function_rights() {
    let yaml: serde_yaml_ng::Value = serde_yaml_ng::from_str(TEMPLATE).unwrap();
    let resources = yaml["Resources"].as_mapping().unwrap();
    let kind = |resource: &serde_yaml_ng::Value| resource["Type"].as_str().unwrap_or_default().to_owned();
    for (id, resource) in resources {
        let (id, kind, properties) = (id.as_str().unwrap(), kind(resource), &resource["Properties"]);
        // A role of the template's own, or a user, could have any rights.
        assert!(!kind.starts_with("AWS::IAM::") || kind == "AWS::IAM::ManagedPolicy", "{id}: {kind}");
        if kind == "AWS::IAM::ManagedPolicy" {
            for principals in ["Roles", "Users", "Groups"] {
                assert!(properties.get(principals).is_none(), "{id} attaches itself to {principals}");
            }
            for statement in properties["PolicyDocument"]["Statement"].as_sequence().unwrap() {
                let actions = statement["Action"].as_sequence().expect("the actions are a list");
                for action in actions.iter().map(|action| action.as_str().unwrap()) {
                    let of_log_delivery_or_traces =
                        action.starts_with("logs:") || action.starts_with("xray:");
                    assert!(of_log_delivery_or_traces && !action.contains('*'), "{id} allows {action}");
                }
            }
        }
        if kind == "AWS::Serverless::Function" {
            // `infra/local` refuses `Role`, and policies that are not written out.
            let policies = properties["Policies"].as_sequence().into_iter().flatten();
            assert!(policies.clone().all(|policy| policy.get("Statement").is_some()), "{id}");
        }
    }
}

#[test]
fn the_event_of_a_route_is_a_request_to_it() {
    for route in ROUTES {
        let name = route.function;
        let event = event(name);
        assert_eq!(event["version"], "2.0", "{name}");
        assert_eq!(event["routeKey"], route.key(), "{name}");
        assert_eq!(event["requestContext"]["routeKey"], event["routeKey"], "{name}");
        assert_eq!(event["requestContext"]["http"]["method"], route.method, "{name}");
        assert_eq!(event["rawPath"], path_of(route, &event["pathParameters"]), "{name}");
        assert_eq!(event["rawPath"], event["requestContext"]["http"]["path"], "{name}");
        assert_eq!(query_of(&event["rawQueryString"]), event["queryStringParameters"], "{name}");
        assert!(event["requestContext"]["authorizer"]["jwt"]["claims"]["sub"].is_string(), "{name}");
    }
}

#[test]
fn the_schedule_calls_the_sweeper_with_an_event_that_it_reads() {
    let (template, events) = (template(), event_files());
    let mut periods = Vec::new();
    for schedule in &template.schedules {
        assert_eq!(schedule.function.name, "sweeper");
        for event in [schedule.input.clone().expect("the schedule has an input"), events["sweeper"].clone()] {
            assert_eq!(serde_json::from_value::<SweepEvent>(event).expect("an event"), SweepEvent::default());
        }
        periods.push(schedule.period);
    }
    assert_eq!(periods, [Duration::from_mins(3)]);
}

#[test]
fn a_hold_is_longer_than_any_call_that_works_on_jobs() {
    let template = template();
    let worker = template.functions().find(|function| function.name == "worker").expect("there is one");
    assert!(worker.timeout < JOB_HELD);
    assert!(WORK_SLICE + RECOUNT_TIME < worker.timeout, "a recount may begin at the end of a turn");
    let routes = template.routes.iter().map(|route| route.function.timeout).max();
    assert!(routes < Some(JOB_HELD), "{routes:?}");
}

#[test]
fn the_event_file_of_the_stream_has_every_kind_of_record_and_a_removal_by_time_to_live() {
    let events = event_files();
    let records = events["change-consumer"]["Records"].as_array().expect("a stream event has records");
    let kinds: BTreeSet<&str> = records.iter().filter_map(|record| record["eventName"].as_str()).collect();
    assert_eq!(kinds, BTreeSet::from(["INSERT", "MODIFY", "REMOVE"]));
    for record in records {
        let kind = record["eventName"].as_str().expect("a record has an event name");
        let images = &record["dynamodb"];
        assert_eq!(images["OldImage"].is_object(), kind != "INSERT", "{record}");
        assert_eq!(images["NewImage"].is_object(), kind != "REMOVE", "{record}");
    }
    // The "Working with expired items and time to live (TTL)" page of the DynamoDB developer guide.
    let by_ttl = json!({"type": "Service", "principalId": "dynamodb.amazonaws.com"});
    assert!(records.iter().any(|record| record["eventName"] == "REMOVE" && record["userIdentity"] == by_ttl));
}

#[test]
fn the_stream_brings_counted_items_to_one_consumer_and_calls_to_the_other() {
    let template = template();
    // "DynamoDB Streams and AWS Lambda triggers" in the DynamoDB developer guide: no more than two readers of a shard.
    let [counts, calls] = template.mappings.as_slice() else { panic!("two: {:?}", template.mappings) };
    assert_eq!(counts.function.name, "change-consumer");
    assert_eq!(calls.function.name, "worker");
    for mapping in [counts, calls] {
        let event = &event_files()[&*mapping.function.name];
        for record in event["Records"].as_array().expect("a stream event has records") {
            assert!(mapping.filter.passes(record), "{record}");
        }
    }
    let passes = |mapping: &Mapping, pk: &str| {
        let called = json!({"call": {"BOOL": true}});
        mapping.filter.passes(&json!({"dynamodb": {"Keys": {"pk": {"S": pk}}, "NewImage": called}}))
    };
    assert!(["FavoriteData#me", "Trash#me"].into_iter().all(|pk| passes(counts, pk) && !passes(calls, pk)));
    assert!(passes(calls, "Due#me") && !passes(counts, "Due#me"));
    let waits = json!({"dynamodb": {"Keys": {"pk": {"S": "Due#me"}}, "NewImage": {"call": {"BOOL": false}}}});
    assert!(!calls.filter.passes(&waits));
    let ignored = [
        "CatalogueHead#me",
        "CatalogueCounts#me",
        "Catalogue#me",
        "SearchBlock#me#000",
        "SearchText#me",
        "Tag#me",
        "TagCleanup#me",
        "FavoriteDataTag#me#1",
        "TagQuota#me",
    ];
    assert!(!ignored.into_iter().any(|pk| passes(counts, pk) || passes(calls, pk)));
}

fn template() -> Template {
    Template::project().expect("the project's template is well-formed")
}

/// The event files by their names without `.json`.
fn event_files() -> BTreeMap<String, Value> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("events");
    let files = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    files
        .map(|file| {
            let path = file.expect("the folder can be read").path();
            let shown = path.display();
            assert_eq!(path.extension().and_then(|extension| extension.to_str()), Some("json"), "{shown}");
            let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{shown}: {error}"));
            let event = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{shown}: {error}"));
            let name = path.file_stem().and_then(|name| name.to_str()).expect("names are ASCII");
            (name.to_owned(), event)
        })
        .collect()
}

/// The route's path with its parameters filled in.
fn path_of(route: &Route, parameters: &Value) -> String {
    let parameters = parameters.as_object().into_iter().flatten();
    parameters.fold(route.path.to_owned(), |path, (name, value)| {
        path.replace(&format!("{{{name}}}"), value.as_str().expect("path parameters are text"))
    })
}

/// The parameters of a query string as API Gateway hands them over: null where there are none.
fn query_of(raw: &Value) -> Value {
    let mut url = reqwest::Url::parse("http://localhost").expect("a URL");
    url.set_query(raw.as_str().filter(|raw| !raw.is_empty()));
    let parameters: serde_json::Map<String, Value> =
        url.query_pairs().map(|(name, value)| (name.into_owned(), value.into_owned().into())).collect();
    assert_eq!(parameters.len(), url.query_pairs().count(), "a parameter stands twice in {raw}");
    if parameters.is_empty() { Value::Null } else { parameters.into() }
}
