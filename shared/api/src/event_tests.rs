use std::borrow::Cow;

use lambda_http::request::RequestContext;
use lambda_http::{Body, RequestExt as _};
use proptest::prelude::*;
use serde_json::json;

use super::*;

fn request(event: Value) -> lambda_http::Request {
    super::read(event).unwrap().request.into()
}

fn claims(request: &lambda_http::Request) -> HashMap<String, String> {
    let authorizer = request.request_context_ref().and_then(RequestContext::authorizer);
    authorizer.and_then(|authorizer| authorizer.jwt.clone()).map(|jwt| jwt.claims).unwrap_or_default()
}

fn pairs(query: &str) -> Vec<(Cow<'_, str>, Cow<'_, str>)> {
    form_urlencoded::parse(query.as_bytes()).collect()
}

#[test]
fn the_documented_sample_is_read() {
    let request = request(json!({
        "version": "2.0",
        "routeKey": "$default",
        "rawPath": "/path/to/resource",
        "rawQueryString": "parameter1=value1&parameter1=value2&parameter2=value",
        "cookies": ["cookie1", "cookie2"],
        "headers": { "Header1": "value1", "Header2": "value1,value2" },
        "queryStringParameters": { "parameter1": "value1,value2", "parameter2": "value" },
        "requestContext": {
            "accountId": "123456789012",
            "apiId": "api-id",
            "authorizer": { "jwt": { "claims": { "claim1": "value1" }, "scopes": ["scope1"] } },
            "domainName": "id.execute-api.us-east-1.amazonaws.com",
            "domainPrefix": "id",
            "http": { "method": "POST", "path": "/path/to/resource", "protocol": "HTTP/1.1", "sourceIp": "192.168.0.1", "userAgent": "agent" },
            "requestId": "id",
            "routeKey": "$default",
            "stage": "$default",
            "time": "12/Mar/2020:19:03:58 +0000",
            "timeEpoch": 1_583_348_638_390_u64
        },
        "body": "eyJ0ZXN0IjoiYm9keSJ9",
        "pathParameters": { "parameter1": "value1" },
        "isBase64Encoded": true,
        "stageVariables": { "stageVariable1": "value1" }
    }));
    assert_eq!(request.method(), "POST");
    assert_eq!(request.uri(), "/path/to/resource?parameter1=value1&parameter1=value2&parameter2=value");
    assert_eq!(request.headers()["header2"], "value1,value2");
    assert_eq!(request.path_parameters().first("parameter1"), Some("value1"));
    assert_eq!(claims(&request)["claim1"], "value1");
    assert_eq!(**request.body(), *br#"{"test":"body"}"#);
    let Some(RequestContext::ApiGatewayV2(context)) = request.request_context_ref() else {
        panic!("no context")
    };
    assert_eq!(context.request_id.as_deref(), Some("id"));
}

#[test]
fn missing_and_null_members_are_empty() {
    for event in [
        json!({}),
        json!({
            "headers": null, "pathParameters": null, "rawPath": null, "rawQueryString": null, "body": null,
            "isBase64Encoded": null, "requestContext": null
        }),
        json!({ "requestContext": { "requestId": null, "authorizer": null, "http": null } }),
    ] {
        let request = request(event);
        assert!(request.headers().is_empty() && request.path_parameters().is_empty());
        assert_eq!((request.uri().to_string().as_str(), request.body()), ("/", &Body::Empty));
        assert!(claims(&request).is_empty());
    }
}

#[test]
fn a_claim_that_is_not_text_is_none_and_harms_no_other() {
    let claims_given = json!({ "sub": "alice", "exp": 7, "groups": ["a"], "none": null });
    let request =
        request(json!({ "requestContext": { "authorizer": { "jwt": { "claims": claims_given } } } }));
    assert_eq!(claims(&request), HashMap::from([("sub".to_owned(), "alice".to_owned())]));
}

#[test]
fn a_host_that_makes_no_url_is_not_asked() {
    for host in ["", "a b", "[", "x:99999999", "host/../..", "é%"] {
        let request = request(json!({
            "headers": { "Host": host, "x-forwarded-proto": ":", "accept": "*/*" },
            "rawPath": "/tags",
            "requestContext": { "domainName": host, "stage": host }
        }));
        assert_eq!(request.uri(), "/tags", "{host}");
        assert_eq!(request.headers().len(), 2);
    }
}

#[test]
fn what_is_no_header_field_harms_no_other() {
    let request = request(
        json!({ "headers": { "a b": "1", "": "2", "é": "3", "if-match": "\"\n3\"", "x": "é\t\u{7f}" } }),
    );
    assert_eq!(request.headers().len(), 2);
    // Still there, and sound for no one.
    assert_eq!(request.headers()["if-match"].as_bytes(), "\"\u{fffd}3\"".as_bytes());
    assert_eq!(request.headers()["x"].as_bytes(), "é\t\u{fffd}".as_bytes());
}

#[test]
fn too_many_header_fields_are_no_event() {
    let event = |fields: usize| {
        let headers: BTreeMap<_, _> = (0..fields).map(|n| (format!("x-{n}"), "")).collect();
        super::read(json!({ "headers": headers }))
    };
    assert!(event(HEADER_FIELDS).is_ok());
    assert_eq!(
        event(HEADER_FIELDS + 1).unwrap_err().to_string(),
        "headers must have at most 10240 fields; 10241 were given"
    );
}

#[test]
fn a_long_path_and_query_still_make_a_uri() {
    let event =
        json!({ "rawPath": "é".repeat(100_000), "rawQueryString": format!("limit={}", "é".repeat(100_000)) });
    let request = request(event);
    assert_eq!(request.uri().path().len(), URI_PART_BYTES);
    let [(name, value)] = &pairs(request.uri().query().unwrap())[..] else { panic!("one pair") };
    assert!(name == "limit" && value.starts_with("éé"));
    // As long as API Gateway takes it, nothing is cut.
    let query = format!("a={}", "é".repeat(5_119));
    let request = self::request(json!({ "rawPath": "/", "rawQueryString": query }));
    assert_eq!(pairs(request.uri().query().unwrap()), pairs(&query));
}

#[test]
fn a_body_that_is_not_the_base64_it_is_said_to_be_is_kept_apart() {
    let event = |body: &str| super::read(json!({ "body": body, "isBase64Encoded": true })).unwrap();
    let broken = event("{}");
    assert!(broken.broken_body.is_some());
    assert_eq!(lambda_http::Request::from(broken.request).body(), &Body::Empty);
    let sound = event("e30=");
    assert!(sound.broken_body.is_none());
    assert_eq!(lambda_http::Request::from(sound.request).body(), &Body::Binary(b"{}".to_vec()));
}

proptest! {
    #[test]
    fn whatever_a_caller_sends_makes_a_request(
        (host, proto, domain, stage) in any::<(String, String, String, String)>(),
        headers in prop::collection::btree_map(any::<String>(), any::<String>(), 0..8),
        path in prop_oneof![any::<String>(), "[/.?#%:@\\\\ \\[\\]a]{0,12}"],
        query in prop_oneof![any::<String>(), "[a-c=&%+;#?/\" <>é0-9]{0,24}"],
        parameters in prop::collection::btree_map(any::<String>(), any::<String>(), 0..4),
        method in any::<String>(),
        (body, is_base64) in any::<(Option<String>, bool)>(),
    ) {
        let mut headers = headers;
        headers.insert("host".to_owned(), host);
        headers.insert("x-forwarded-proto".to_owned(), proto);
        let event = super::read(json!({
            "rawPath": path,
            "rawQueryString": query,
            "headers": headers,
            "pathParameters": parameters,
            "requestContext": { "domainName": domain, "stage": stage, "http": { "method": method } },
            "body": body,
            "isBase64Encoded": is_base64
        })).unwrap();
        let broken = event.broken_body.is_some();
        let request = lambda_http::Request::from(event.request);
        prop_assert_eq!(pairs(request.uri().query().unwrap_or_default()), pairs(&query));
        let read = request.path_parameters();
        for (name, value) in &parameters {
            prop_assert_eq!(read.first(name), Some(value.as_str()));
        }
        let body = body.unwrap_or_default();
        if !is_base64 {
            prop_assert_eq!(request.body().as_ref(), body.as_bytes());
        } else if !broken {
            prop_assert_eq!(request.body().as_ref(), STANDARD.decode(body).unwrap());
        }
    }

    #[test]
    fn a_visible_header_value_is_kept(name in "[a-z][a-z0-9-]{0,20}", value in "\\PC{0,40}") {
        prop_assume!(name != "host");
        let request = request(json!({ "headers": { name.as_str(): value } }));
        prop_assert_eq!(request.headers()[&name].as_bytes(), value.as_bytes());
    }

    #[test]
    fn base64_comes_back_as_the_bytes_it_was_made_of(bytes in any::<Vec<u8>>()) {
        let request = request(json!({ "body": STANDARD.encode(&bytes), "isBase64Encoded": true }));
        prop_assert_eq!(request.body().as_ref(), bytes);
    }
}

#[test]
fn the_base_path_is_what_stands_in_front_of_the_route() {
    let base = |event: Value| super::read(event).unwrap().base_path;
    let own = |stage: &str, raw_path: &str| {
        base(json!({
            "routeKey": "GET /favorites/{dataId}",
            "rawPath": raw_path,
            "requestContext": { "apiId": "a1b2", "domainName": "a1b2.execute-api.eu-central-1.amazonaws.com", "stage": stage }
        }))
    };
    assert_eq!(own("$default", "/favorites/7"), "");
    assert_eq!(own("prod", "/prod/favorites/7"), "/prod");
    // As `sam local` sends it.
    assert_eq!(own("prod", "/favorites/7"), "/prod");
    let custom = |raw_path: &str| {
        base(json!({
            "routeKey": "POST /favorites",
            "rawPath": raw_path,
            "requestContext": { "apiId": "a1b2", "domainName": "api.example.com", "stage": "prod" }
        }))
    };
    assert_eq!(custom("/favorites"), "");
    assert_eq!(custom("/v1/me/favorites"), "/v1/me");
    assert_eq!(custom("/v 1/favorites"), "/v%201");
}

#[test]
fn without_a_route_there_is_no_base_path() {
    for event in
        [json!({ "rawPath": "/prod/tags" }), json!({ "routeKey": "$default", "rawPath": "/prod/tags" })]
    {
        assert_eq!(super::read(event).unwrap().base_path, "");
    }
}
