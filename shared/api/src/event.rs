//! The event of an HTTP API, in API Gateway's payload format 2.0 (see "Create AWS Lambda proxy integrations for HTTP APIs in API
//! Gateway" in its developer guide).
//!
//! The members that the service reads are read here, straight from JSON, and not by `lambda_http`. That crate takes a well-formed
//! event for granted: it panics on a `Host` that makes no URL, on a query that makes no URI and on a body that is not the base64 it
//! is said to be, and refuses the whole event for one header value with a control character or one claim that is not text. Each of
//! them would let a caller cause a 500. Making its request was also about a third of what a warm read costs on top of its calls of
//! the SDK: `docs/cold-start.md` has the figures.

use favorites::json::excerpt;
use std::collections::BTreeMap;

use serde::de::{Error as _, IgnoredAny};
use serde::{Deserialize, Deserializer};
use serde_json::Value;

/// An event. Members that are missing or null are empty: the checks that follow decide what that means, so that no event of API
/// Gateway's fails before them.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default, expecting = "an event of API Gateway")]
pub(crate) struct Event {
    version: Option<Value>,
    http_method: Option<IgnoredAny>,
    #[serde(deserialize_with = "null_as_default")]
    pub(crate) headers: BTreeMap<String, String>,
    #[serde(deserialize_with = "null_as_default")]
    pub(crate) path_parameters: BTreeMap<String, String>,
    /// The path that the caller sent.
    #[serde(deserialize_with = "null_as_default")]
    pub(crate) raw_path: String,
    /// The route, such as `GET /favorites/{dataId}`.
    #[serde(deserialize_with = "null_as_default")]
    pub(crate) route_key: String,
    /// The query as in the URL. The map beside it joins repeated parameters with a comma, so it can't tell `a,b` from two.
    #[serde(deserialize_with = "null_as_default")]
    pub(crate) raw_query_string: String,
    #[serde(deserialize_with = "null_as_default")]
    pub(crate) body: String,
    #[serde(deserialize_with = "null_as_default")]
    pub(crate) is_base64_encoded: bool,
    #[serde(deserialize_with = "null_as_default")]
    pub(crate) request_context: RequestContext,
}

/// The facts about a request that API Gateway itself states.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct RequestContext {
    #[serde(deserialize_with = "null_as_default")]
    pub(crate) request_id: String,
    #[serde(deserialize_with = "null_as_default")]
    pub(crate) api_id: String,
    #[serde(deserialize_with = "null_as_default")]
    pub(crate) domain_name: String,
    #[serde(deserialize_with = "null_as_default")]
    pub(crate) stage: String,
    #[serde(deserialize_with = "null_as_default")]
    pub(crate) http: Http,
    /// Kept as JSON, because an authorizer of another kind has another form and no claims.
    authorizer: Value,
}

/// The part of [`RequestContext`] that has the method.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Http {
    #[serde(deserialize_with = "null_as_default")]
    pub(crate) method: String,
}

impl RequestContext {
    /// Returns a claim of the token that the gateway verified. API Gateway gives every claim as text, so one that is not text is
    /// not a claim of its own.
    pub(crate) fn claim(&self, name: &str) -> Option<&str> {
        self.authorizer.get("jwt")?.get("claims")?.get(name)?.as_str()
    }
}

/// Reads an event.
///
/// # Errors
/// An error where the event is of another shape or payload format.
pub(crate) fn read<'de, D: Deserializer<'de>>(event: D) -> Result<Event, D::Error> {
    let event = Event::deserialize(event)?;
    match event.other_format() {
        Some(found) => Err(D::Error::custom(format!(
            "an event must be of API Gateway's payload format 2.0, which HTTP APIs send; {found} was given"
        ))),
        None => Ok(event),
    }
}

impl Event {
    /// Returns the sign that this is not payload format 2.0. An event of a REST API, of format 1.0 or of a load balancer has its
    /// query and its claims in other members, so it would be read as a request without any.
    fn other_format(&self) -> Option<String> {
        match &self.version {
            Some(version) if version != "2.0" => Some(format!("version {}", excerpt(&version.to_string()))),
            // The method is at the top in those formats, and in `requestContext.http` in 2.0.
            _ if self.http_method.is_some() => {
                Some("a member httpMethod, as in payload format 1.0,".to_owned())
            }
            _ => None,
        }
    }
}

fn null_as_default<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Default + Deserialize<'de>,
{
    Option::deserialize(deserializer).map(Option::unwrap_or_default)
}

#[cfg(test)]
#[path = "event_tests.rs"]
mod tests;
