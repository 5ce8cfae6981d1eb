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
}

/// Reads an event. Whatever is missing or null is empty: the checks that follow decide what that means, so that no event
/// of API Gateway's fails before them.
///
/// # Errors
/// Where the event is of another shape, or has more than [`HEADER_FIELDS`] header fields.
pub(crate) fn read(event: Value) -> Result<Event, serde_json::Error> {
    let given: Given = serde_json::from_value(event)?;
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
    Ok(Event { request: LambdaRequest::ApiGatewayV2(request), broken_body })
}

/// What is read of an event. The host is not: it only makes the URI absolute, which nothing needs, and `domainName` may be
/// the caller's own word as well.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default, expecting = "an event of API Gateway")]
struct Given {
    #[serde(deserialize_with = "null_as_default")]
    headers: BTreeMap<String, String>,
    #[serde(deserialize_with = "null_as_default")]
    path_parameters: HashMap<String, String>,
    #[serde(deserialize_with = "null_as_default")]
    raw_path: String,
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

/// The path as the URL Standard escapes it. Nothing reads it: the gateway has matched it, and its parameters come apart.
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
