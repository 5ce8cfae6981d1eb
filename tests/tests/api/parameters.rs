//! Each route accepts the query parameters that the list of routes names, and no others.

use favorites_tests::{Service, sample};
use serde_json::{Value, json};

const UNKNOWN_ID: &str = "019a0000-0000-7000-8000-000000000001";

#[tokio::test]
async fn every_route_refuses_a_parameter_that_it_does_not_have() {
    let service = Service::start().await;
    let ann = service.person("ann");
    for route in functions::ROUTES {
        let path = favorites_tests::with_id(route.path, UNKNOWN_ID);
        let path = format!("{path}?{}&onexisting=merge&Limit=1", sample::query(route, "ann"));
        let call = ann.call(route.method.parse().unwrap(), &path);
        let faults = call.json(&sample::body(route)).header("if-none-match", "*").await.faults();
        let accepted = if route.query.is_empty() { "none".to_owned() } else { route.query.join(", ") };
        let detail = format!("is not a query parameter of this route, which has {accepted}");
        let expected = ["?Limit", "?onexisting"].map(|place| (place.to_owned(), detail.clone()));
        assert_eq!(faults, expected.into(), "{}", route.key());
    }
    assert_eq!(ann.all("/favorites").await, Vec::<Value>::new(), "nothing was kept");
    service.end().await;
}

/// Two values of a parameter are an error of the parameter, and not one of its name, only if the handler reads it.
#[tokio::test]
async fn every_route_reads_each_parameter_that_it_accepts() {
    let service = Service::start().await;
    let ann = service.person("ann");
    for route in functions::ROUTES {
        for name in route.query {
            let path = favorites_tests::with_id(route.path, UNKNOWN_ID);
            let path = format!("{path}?{name}=x&{name}=y");
            let call = ann.call(route.method.parse().unwrap(), &path);
            let faults = call.json(&sample::body(route)).header("if-none-match", "*").await.faults();
            let detail = &faults[&format!("?{name}")];
            assert!(!detail.contains("is not a query parameter"), "{} {name}: {detail}", route.key());
        }
    }
    service.end().await;
}

#[tokio::test]
async fn faults_of_query_header_and_body_come_together() {
    let service = Service::start().await;
    let ann = service.person("ann");
    for (call, body) in [
        (ann.post("/favorites?x=1", &json!({})), vec!["/dataType"]),
        (ann.post("/tags?x=1", &json!({})), vec!["/tagName"]),
    ] {
        let faults = call.key("a b").await.faults();
        let expected: Vec<_> = body.into_iter().chain(["?x", "idempotency-key:"]).collect();
        assert_eq!(faults.keys().collect::<Vec<_>>(), expected);
    }
    let kept = ann.create(&sample::favorite("note", "x")).await;
    let path = format!("/favorites/{}?x=1", favorites_tests::data_id(&kept));
    let faults = ann.patch(&path, &json!({ "title": 7 })).header("if-match", "x").await.faults();
    assert_eq!(faults.keys().collect::<Vec<_>>(), ["/title", "?x", "if-match:"]);
    service.end().await;
}

#[tokio::test]
async fn a_parameter_that_is_not_utf_8_or_not_a_plain_number_is_refused() {
    let service = Service::start().await;
    let ann = service.person("ann");
    for (path, place) in [
        ("/search?q=%ff", "?q"),
        ("/search?q=%E2%82", "?q"),
        ("/favorites?limit=%2B5", "?limit"),
        ("/favorites?limit=007", "?limit"),
    ] {
        assert_eq!(ann.get(path).await.fault().0, place, "{path}");
    }
    // A replacement character can be searched for.
    ann.get("/search?q=%EF%BF%BD").await.is(200);
    service.end().await;
}
