//! The event of a request, in payload format 2.0.

use std::collections::BTreeMap;

use axum::http::header::{CONTENT_TYPE, COOKIE, HOST, USER_AGENT};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Map, Value, json};
use time::OffsetDateTime;
use time::macros::format_description;

use super::routes::Match;

/// The address of all clients, since the gateway only listens on the loopback interface.
const SOURCE_IP: &str = "127.0.0.1";
/// The account id in the samples of AWS's documentation.
const ACCOUNT_ID: &str = "123456789012";
const API_ID: &str = "local";

/// A request, with the data that the gateway adds to it.
pub(super) struct Request<'a> {
    pub(super) id: &'a str,
    pub(super) head: &'a Parts,
    pub(super) body: &'a [u8],
    pub(super) route: &'a Match<'a>,
    pub(super) claims: Option<&'a Map<String, Value>>,
    pub(super) now: OffsetDateTime,
    pub(super) port: u16,
}

/// Builds the event, with the fields of the page "Create AWS Lambda proxy integrations for HTTP APIs".
pub(super) fn build(request: &Request<'_>) -> Value {
    let head = request.head;
    let route_key = request.route.route.key();
    let raw_query = head.uri.query().unwrap_or_default();
    let mut event = json!({
        "version": "2.0",
        "routeKey": route_key,
        "rawPath": head.uri.path(),
        "rawQueryString": raw_query,
        "headers": headers(request),
        "requestContext": context(request, &route_key),
    });
    let cookies = cookies(&head.headers);
    if !cookies.is_empty() {
        event["cookies"] = json!(cookies);
    }
    if !raw_query.is_empty() {
        event["queryStringParameters"] = json!(query_parameters(raw_query));
    }
    if !request.route.parameters.is_empty() {
        event["pathParameters"] = json!(request.route.parameters);
    }
    let text = std::str::from_utf8(request.body).ok().filter(|_| is_text(&head.headers));
    event["isBase64Encoded"] = json!(!request.body.is_empty() && text.is_none());
    if !request.body.is_empty() {
        event["body"] = text.map_or_else(|| STANDARD.encode(request.body), str::to_owned).into();
    }
    event
}

fn context(request: &Request<'_>, route_key: &str) -> Value {
    let head = request.head;
    let domain = text(head.headers.get(HOST));
    let mut context = json!({
        "accountId": ACCOUNT_ID,
        "apiId": API_ID,
        "domainName": domain,
        "domainPrefix": domain.split(['.', ':']).next(),
        "http": {
            "method": head.method.as_str(),
            "path": head.uri.path(),
            "protocol": format!("{:?}", head.version),
            "sourceIp": SOURCE_IP,
            "userAgent": text(head.headers.get(USER_AGENT)),
        },
        "requestId": request.id,
        "routeKey": route_key,
        "stage": "$default",
        "time": common_log_time(request.now),
        "timeEpoch": request.now.unix_timestamp() * 1000 + i64::from(request.now.millisecond()),
    });
    if let Some(claims) = request.claims {
        let claims: BTreeMap<_, _> = claims.iter().map(|(name, value)| (name, claim_text(value))).collect();
        context["authorizer"] = json!({"jwt": {"claims": claims, "scopes": null}});
    }
    context
}

/// Returns the headers with lowercase names, and joins the values of the same name with commas. Leaves out cookies, which have
/// their own field. Adds the headers that API Gateway adds, and replaces the client's values of these.
fn headers(request: &Request<'_>) -> BTreeMap<String, String> {
    let headers = &request.head.headers;
    let mut joined = BTreeMap::new();
    for name in headers.keys().filter(|name| *name != COOKIE) {
        let values: Vec<_> = headers.get_all(name).iter().map(|value| text(Some(value))).collect();
        joined.insert(name.as_str().to_owned(), values.join(","));
    }
    joined.insert("x-forwarded-for".to_owned(), SOURCE_IP.to_owned());
    joined.insert("x-forwarded-port".to_owned(), request.port.to_string());
    joined.insert("x-forwarded-proto".to_owned(), "http".to_owned());
    joined
}

fn cookies(headers: &HeaderMap) -> Vec<String> {
    let lines = headers.get_all(COOKIE).iter().map(|value| text(Some(value)));
    lines
        .flat_map(|line| line.split(';').map(|cookie| cookie.trim().to_owned()).collect::<Vec<_>>())
        .collect()
}

/// Returns the decoded query parameters, and joins the values of the same name with commas.
fn query_parameters(query: &str) -> BTreeMap<String, String> {
    let mut parameters: BTreeMap<String, String> = BTreeMap::new();
    for (name, value) in url::form_urlencoded::parse(query.as_bytes()) {
        parameters
            .entry(name.into_owned())
            .and_modify(|values| {
                values.push(',');
                values.push_str(&value);
            })
            .or_insert_with(|| value.into_owned());
    }
    parameters
}

/// Returns true if the body is passed on as text. Other bodies are Base64-encoded.
fn is_text(headers: &HeaderMap) -> bool {
    let content_type = text(headers.get(CONTENT_TYPE)).to_ascii_lowercase();
    let media_type = content_type.split(';').next().unwrap_or_default().trim();
    media_type.is_empty()
        || media_type.starts_with("text/")
        || media_type.ends_with("+json")
        || media_type.ends_with("+xml")
        || matches!(
            media_type,
            "application/json"
                | "application/xml"
                | "application/javascript"
                | "application/x-www-form-urlencoded"
        )
}

fn text(value: Option<&HeaderValue>) -> String {
    value.map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned()).unwrap_or_default()
}

/// Returns a claim as text, as API Gateway passes all claims. A list is written in brackets.
fn claim_text(claim: &Value) -> String {
    match claim {
        Value::String(text) => text.clone(),
        Value::Array(values) => format!("[{}]", values.iter().map(claim_text).collect::<Vec<_>>().join(" ")),
        other => other.to_string(),
    }
}

fn common_log_time(now: OffsetDateTime) -> String {
    let format = format_description!("[day]/[month repr:short]/[year]:[hour]:[minute]:[second] +0000");
    now.format(format).unwrap_or_default()
}

#[cfg(test)]
mod tests;
