//! Each route refuses query parameters that it does not accept, and the answer names the ones that it accepts.

use favorites_tests::{Service, sample};
use serde_json::{Value, json};

const UNKNOWN_ID: &str = "019a0000-0000-7000-8000-000000000001";

/// Returns the accepted parameters of a route, as the answer lists them.
fn parameters(route: &str) -> &'static str {
    match route {
        "POST /favorites" | "POST /favorites/batch" | "PUT /favorites/{dataId}" => "onExisting",
        "GET /favorites" => "type, sort, order, limit, cursor",
        "GET /tags/{tagId}/favorites" => "type, order, limit, cursor",
        "GET /changes" => "cursor",
        "GET /favorites/{dataId}/tags" => "order",
        "GET /tags" => "sort, order, limit, cursor",
        "GET /jobs/{jobId}/report" => "limit, cursor",
        "GET /trash" | "GET /jobs" => "order, limit, cursor",
        "DELETE /account" => "confirm",
        "GET /search" => "q, type, tag, site, before, after, untagged, counts, limit, cursor",
        _ => "none",
    }
}

#[tokio::test]
async fn every_route_refuses_a_parameter_that_it_does_not_have() {
    let service = Service::start().await;
    let ann = service.person("ann");
    for route in favorites_tests::routes() {
        let path = favorites_tests::with_id(&route.path, UNKNOWN_ID);
        let body = sample::body(&route.key());
        let confirmed = if route.key() == "DELETE /account" { "confirm=ann&" } else { "" };
        let path = format!("{path}?{confirmed}onexisting=merge&Limit=1");
        let call = ann.call(route.method.parse().unwrap(), &path);
        let faults = call.json(&body).header("if-none-match", "*").await.faults();
        let detail =
            format!("is not a query parameter of this route, which has {}", parameters(&route.key()));
        let expected = ["?Limit", "?onexisting"].map(|place| (place.to_owned(), detail.clone()));
        assert_eq!(faults, expected.into(), "{}", route.key());
    }
    assert_eq!(ann.all("/favorites").await, Vec::<Value>::new(), "nothing was kept");
    service.end().await;
}

#[tokio::test]
async fn faults_of_query_header_and_body_come_together() {
    let service = Service::start().await;
    let ann = service.person("ann");
    for (call, body) in [
        (ann.post("/favorites?x=1", &json!({})), vec!["/content", "/dataType", "/title"]),
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
