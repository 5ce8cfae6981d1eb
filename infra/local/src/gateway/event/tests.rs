use std::time::Duration;

use axum::http::Method;
use time::macros::datetime;

use super::*;
use crate::gateway::routes::Routes;
use crate::template::{Authorizer, Function, Route};

fn event(request: axum::http::Request<&[u8]>, path: &str, claims: Option<&Value>) -> Value {
    let (head, body) = request.into_parts();
    let routes = Routes::new(vec![Route {
        method: head.method.to_string(),
        path: path.to_owned(),
        authorizer: Authorizer::Jwt,
        function: Function { name: "any".to_owned(), timeout: Duration::from_secs(3) },
    }]);
    build(&Request {
        id: "id",
        head: &head,
        body,
        route: &routes.find(&head.method, head.uri.path()).unwrap(),
        claims: claims.and_then(Value::as_object),
        now: datetime!(2020-03-12 19:03:58.000 UTC),
        port: 3000,
    })
}

fn request(uri: &str) -> axum::http::request::Builder {
    axum::http::Request::builder().method(Method::POST).uri(uri).header("Host", "localhost:3000")
}

fn body_of(content_type: Option<&str>, body: &[u8]) -> (Value, Value) {
    let mut request = request("/my/path");
    if let Some(content_type) = content_type {
        request = request.header("Content-Type", content_type);
    }
    let event = event(request.body(body).unwrap(), "/my/path", None);
    (event["body"].clone(), event["isBase64Encoded"].clone())
}

/// Uses the sample of payload format 2.0 on the page "Create AWS Lambda proxy integrations for HTTP APIs", without the parts that
/// don't apply to a JWT authorizer.
#[test]
fn the_event_has_the_documented_shape() {
    let request = request("/my/7/path?parameter1=value1&parameter1=value2&parameter2=value")
        .header("Cookie", "cookie1; cookie2")
        .header("Header1", "value1")
        .header("Header2", "value1")
        .header("Header2", "value2")
        .header("User-Agent", "agent")
        .body(&b"Hello from Lambda"[..])
        .unwrap();
    let claims = json!({"sub": "me", "exp": 1_700_000_000, "aud": ["a", "b"]});
    let expected = json!({
        "version": "2.0",
        "routeKey": "POST /my/{parameter1}/path",
        "rawPath": "/my/7/path",
        "rawQueryString": "parameter1=value1&parameter1=value2&parameter2=value",
        "cookies": ["cookie1", "cookie2"],
        "headers": {
            "header1": "value1",
            "header2": "value1,value2",
            "host": "localhost:3000",
            "user-agent": "agent",
            "x-forwarded-for": "127.0.0.1",
            "x-forwarded-port": "3000",
            "x-forwarded-proto": "http",
        },
        "queryStringParameters": {"parameter1": "value1,value2", "parameter2": "value"},
        "requestContext": {
            "accountId": "123456789012",
            "apiId": "local",
            "authorizer": {"jwt": {"claims": {"sub": "me", "exp": "1700000000", "aud": "[a b]"}, "scopes": null}},
            "domainName": "localhost:3000",
            "domainPrefix": "localhost",
            "http": {
                "method": "POST",
                "path": "/my/7/path",
                "protocol": "HTTP/1.1",
                "sourceIp": "127.0.0.1",
                "userAgent": "agent",
            },
            "requestId": "id",
            "routeKey": "POST /my/{parameter1}/path",
            "stage": "$default",
            "time": "12/Mar/2020:19:03:58 +0000",
            "timeEpoch": 1_584_039_838_000_i64,
        },
        "pathParameters": {"parameter1": "7"},
        "body": "Hello from Lambda",
        "isBase64Encoded": false,
    });
    assert_eq!(event(request, "/my/{parameter1}/path", Some(&claims)), expected);
}

#[test]
fn absent_values_are_left_out_of_the_event() {
    let event = event(request("/my/path").body(&b""[..]).unwrap(), "/my/path", None);
    for field in ["cookies", "queryStringParameters", "pathParameters", "body"] {
        assert_eq!(event.get(field), None, "{field}");
    }
    assert_eq!(event["requestContext"].get("authorizer"), None);
    assert_eq!(event["isBase64Encoded"], false);
    assert_eq!(event["rawQueryString"], "");
}

#[test]
fn text_is_passed_on_as_it_is() {
    for content_type in [
        None,
        Some("application/json"),
        Some("Application/JSON; charset=utf-8"),
        Some("text/plain"),
        Some("application/problem+json"),
    ] {
        assert_eq!(body_of(content_type, "图".as_bytes()), (json!("图"), json!(false)), "{content_type:?}");
    }
}

#[test]
fn everything_else_is_base64() {
    assert_eq!(body_of(Some("image/png"), b"hi"), (json!("aGk="), json!(true)));
    assert_eq!(body_of(Some("application/json"), b"\xff"), (json!("/w=="), json!(true)));
}

#[test]
fn a_client_cannot_say_where_it_comes_from() {
    let request = request("/my/path").header("X-Forwarded-For", "1.2.3.4").body(&b""[..]).unwrap();
    assert_eq!(event(request, "/my/path", None)["headers"]["x-forwarded-for"], "127.0.0.1");
}

#[test]
fn odd_bytes_do_no_harm() {
    let mut request = request("/my/path?%ff=%&=&&a").body(&b""[..]).unwrap();
    request.headers_mut().insert("odd", HeaderValue::from_bytes(b"a\xffb").unwrap());
    let event = event(request, "/my/path", None);
    assert_eq!(event["headers"]["odd"], "a\u{fffd}b");
    assert_eq!(event["queryStringParameters"], json!({"\u{fffd}": "%", "": "", "a": ""}));
}
