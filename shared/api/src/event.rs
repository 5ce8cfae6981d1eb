//! From an API Gateway event to the request that `lambda_http` makes of it. The event is payload format 2.0 (see "Create AWS
//! Lambda proxy integrations for HTTP APIs in API Gateway" in its developer guide).
//!
//! `lambda_http` takes a well-formed event for granted. It panics on a `Host` that makes no URL, on a query that makes no
//! URI and on a body that is not the base64 it is said to be, and refuses the whole event for one header value with a
//! control character or one claim that is not text. Each of them would let a caller cause a 500. So the event is read
//! here and handed on without harm: what the service reads keeps its meaning, what nothing reads is left out.

use std::collections::{BTreeMap, HashMap};

use aws_lambda_events::event::apigw::{
    ApiGatewayRequestAuthorizer, ApiGatewayRequestAuthorizerJwtDescription, ApiGatewayV2httpRequest,
    ApiGatewayV2httpRequestContext,
};
use base64::DecodeError;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use http::Method;
use http::header::{HOST, HeaderMap, HeaderName, HeaderValue};
use lambda_http::request::LambdaRequest;
use serde::Deserialize;
use serde::de::Error as _;
use serde_json::Value;
use url::{Url, form_urlencoded};

use crate::fault::excerpt;

/// The most header fields of an event. API Gateway takes 10,240 bytes of request line and header values (see "Quotas for
/// configuring and running an HTTP API in API Gateway"), and a header map has room for 24,576 fields.
const HEADER_FIELDS: usize = 10_240;

/// The longest path, and the longest query, of a URI: those 10,240 bytes with each of them escaped. An `http::Uri` has
/// room for 65,534 bytes.
const URI_PART_BYTES: usize = 3 * 10_240;

/// An event that `lambda_http` can be given.
#[derive(Debug)]
pub(crate) struct Event {
    pub(crate) request: LambdaRequest,
    /// Why the body is not the base64 that the event says it is. The request has no body then.
    pub(crate) broken_body: Option<DecodeError>,
    /// The route key, such as `GET /favorites/{dataId}`; empty where the event has none.
    pub(crate) route: String,
    /// The part of the path in front of the route's: the stage, or the path that a custom domain maps the API to.
    pub(crate) base_path: String,
}

/// Reads an event. Whatever is missing or null is empty: the checks that follow decide what that means, so that no event
/// of API Gateway's fails before them.
///
/// # Errors
/// An error where the event is of another shape or payload format, or has more than [`HEADER_FIELDS`] header fields.
pub(crate) fn read(event: Value) -> Result<Event, serde_json::Error> {
    check_format(&event)?;
    let given: Given = serde_json::from_value(event)?;
    let base_path = base_path(&given);
    let broken_body = match &given.body {
        Some(body) if given.is_base64_encoded => STANDARD.decode(body).err(),
        _ => None,
    };
    let mut request = ApiGatewayV2httpRequest::default();
    request.headers = headers(given.headers)?;
    request.raw_path = Some(path(&given.raw_path));
    request.raw_query_string = Some(query(&given.raw_query_string));
    request.path_parameters = given.path_parameters;
    request.body = given.body.filter(|_| broken_body.is_none());
    request.is_base64_encoded = given.is_base64_encoded;
    request.request_context = context(given.request_context);
    let route = given.route_key;
    Ok(Event { request: LambdaRequest::ApiGatewayV2(request), broken_body, route, base_path })
}

/// Refuses what is not payload format 2.0. An event of a REST API, of format 1.0 or of a load balancer has its query and its
/// claims in other members, so it would be read as a request without any.
fn check_format(event: &Value) -> Result<(), serde_json::Error> {
    let version = event.get("version").filter(|version| !version.is_null());
    let found = match version {
        Some(version) if version != "2.0" => format!("version {}", excerpt(&version.to_string())),
        // The method is at the top in those formats, and in `requestContext.http` in 2.0.
        _ if event.get("httpMethod").is_some() => "a member httpMethod, as in payload format 1.0,".to_owned(),
        _ => return Ok(()),
    };
    let expected = "an event must be of API Gateway's payload format 2.0, which HTTP APIs send";
    Err(serde_json::Error::custom(format!("{expected}; {found} was given")))
}

/// The path in front of the route's. `rawPath` is the path that the caller sent, so it begins with the stage, unless that is
/// `$default`, or with the path that a custom domain maps the API to.
///
/// On API Gateway's own host the stage must be in front. It is added there, because `sam local` leaves it out.
fn base_path(given: &Given) -> String {
    let context = &given.request_context;
    let route = given.route_key.split_once(' ').map_or("", |(_method, path)| path);
    let segments = |path: &str| path.split('/').filter(|segment| !segment.is_empty()).count();
    let kept = segments(&given.raw_path).saturating_sub(segments(route));
    let mut base: String = given
        .raw_path
        .split('/')
        .filter(|segment| !segment.is_empty())
        .take(if route.is_empty() { 0 } else { kept })
        .flat_map(|segment| ["/", segment])
        .collect();
    let is_own_host = !context.api_id.is_empty() && context.domain_name.starts_with(&context.api_id);
    if base.is_empty() && is_own_host && !["", "$default"].contains(&context.stage.as_str()) {
        base = format!("/{}", context.stage);
    }
    path(&base).trim_end_matches('/').to_owned()
}

/// The members of an event that are read. The `Host` field is not: it only makes the URI absolute, which nothing needs.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default, expecting = "an event of API Gateway")]
struct Given {
    #[serde(deserialize_with = "null_as_default")]
    headers: BTreeMap<String, String>,
    #[serde(deserialize_with = "null_as_default")]
    path_parameters: HashMap<String, String>,
    #[serde(deserialize_with = "null_as_default")]
    raw_path: String,
    #[serde(deserialize_with = "null_as_default")]
    route_key: String,
    /// As in the URL. The map beside it joins repeated parameters with a comma, so it can't tell `a,b` from two.
    #[serde(deserialize_with = "null_as_default")]
    raw_query_string: String,
    body: Option<String>,
    #[serde(deserialize_with = "null_as_default")]
    is_base64_encoded: bool,
    #[serde(deserialize_with = "null_as_default")]
    request_context: GivenContext,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct GivenContext {
    #[serde(deserialize_with = "null_as_default")]
    request_id: String,
    #[serde(deserialize_with = "null_as_default")]
    api_id: String,
    #[serde(deserialize_with = "null_as_default")]
    domain_name: String,
    #[serde(deserialize_with = "null_as_default")]
    stage: String,
    /// Kept as JSON: an authorizer of another kind has another form, and then there are no claims.
    authorizer: Value,
    http: Value,
}

fn null_as_default<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: serde::Deserializer<'de>,
    T: Default + Deserialize<'de>,
{
    Option::deserialize(deserializer).map(Option::unwrap_or_default)
}

fn context(given: GivenContext) -> ApiGatewayV2httpRequestContext {
    let mut context = ApiGatewayV2httpRequestContext::default();
    context.request_id = Some(given.request_id);
    context.authorizer = given.authorizer.pointer("/jwt/claims").and_then(Value::as_object).map(|claims| {
        // API Gateway gives every claim as text. One that is not is none of its own.
        let text = |(name, claim): (&String, &Value)| Some((name.clone(), claim.as_str()?.to_owned()));
        let mut jwt = ApiGatewayRequestAuthorizerJwtDescription::default();
        jwt.claims = claims.iter().filter_map(text).collect();
        let mut authorizer = ApiGatewayRequestAuthorizer::default();
        authorizer.jwt = Some(jwt);
        authorizer
    });
    let method = given.http.get("method").and_then(Value::as_str).and_then(|method| method.parse().ok());
    context.http.method = method.unwrap_or(Method::GET);
    context
}

/// The header fields by name. A name that HTTP does not allow is dropped: no field of ours is called so. A control
/// character in a value becomes U+FFFD, which nothing here takes for sound: a value that was dropped with it could turn a
/// broken `If-Match` into none at all.
fn headers(given: BTreeMap<String, String>) -> Result<HeaderMap, serde_json::Error> {
    if given.len() > HEADER_FIELDS {
        let given = given.len();
        let message = format!("headers must have at most {HEADER_FIELDS} fields; {given} were given");
        return Err(serde_json::Error::custom(message));
    }
    let mut headers = HeaderMap::with_capacity(given.len());
    for (name, value) in given {
        let Ok(name) = HeaderName::from_bytes(name.as_bytes()) else { continue };
        if name == HOST {
            continue;
        }
        let control = |c: char| c.is_ascii_control() && c != '\t';
        let mut bytes = value.replace(control, "\u{fffd}").into_bytes();
        // API Gateway sends names in lower case, once each; an event file written by hand may not.
        if let Some(before) = headers.get(&name) {
            bytes = [HeaderValue::as_bytes(before), b",", &bytes].concat();
        }
        let value =
            HeaderValue::try_from(bytes).expect("only control characters are refused, and none is left");
        headers.insert(name, value);
    }
    Ok(headers)
}

/// The path as the URL Standard escapes it. Its parameters are not read from it: the event has them apart.
fn path(given: &str) -> String {
    let mut url = Url::parse("http://localhost/").expect("it is a URL");
    url.set_path(given);
    cut(url.path().to_owned())
}

/// The query with the same pairs, escaped so that it makes a URI. One that has to be cut is refused later: what is that long
/// holds a value that no list takes, or a parameter twice.
fn query(given: &str) -> String {
    let pairs = form_urlencoded::parse(given.as_bytes());
    cut(form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish())
}

/// At most [`URI_PART_BYTES`] of text that is ASCII, as everything escaped is.
fn cut(mut text: String) -> String {
    text.truncate(URI_PART_BYTES);
    text
}

#[cfg(test)]
#[path = "event_tests.rs"]
mod tests;
