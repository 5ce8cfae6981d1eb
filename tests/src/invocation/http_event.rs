//! The event of an HTTP request, in API Gateway's payload format 2.0.

use favorites_local::template::Route;
use serde_json::{Map, Value, json};

use crate::lambda;

/// A request of a user.
pub(super) struct HttpRequest<'a> {
    pub(super) route: &'a Route,
    pub(super) user: &'a str,
    /// The values of the parameters in the route's path, by name.
    pub(super) parameters: &'a [(&'a str, &'a str)],
    pub(super) query: &'a [(&'a str, &'a str)],
    pub(super) body: Option<Value>,
}

impl HttpRequest<'_> {
    /// Returns the event: AWS's sample in `tests/events/create-favorite.json` with the data of this request.
    pub(super) fn event(&self) -> Value {
        let mut event = lambda::event("create-favorite");
        let mut path = self.route.path.clone();
        let mut parameters = Map::new();
        for (name, value) in self.parameters {
            let place = format!("{{{name}}}");
            if path.contains(&place) {
                path = path.replace(&place, value);
                parameters.insert((*name).to_owned(), json!(value));
            }
        }
        event["routeKey"] = json!(self.route.key());
        event["requestContext"]["routeKey"] = json!(self.route.key());
        event["rawPath"] = json!(path);
        event["requestContext"]["http"]["path"] = json!(path);
        event["requestContext"]["http"]["method"] = json!(self.route.method);
        event["requestContext"]["authorizer"]["jwt"]["claims"]["sub"] = json!(self.user);
        if !parameters.is_empty() {
            event["pathParameters"] = parameters.into();
        }
        if !self.query.is_empty() {
            let pairs = self.query.iter();
            event["rawQueryString"] = pairs
                .clone()
                .map(|(name, value)| format!("{name}={value}"))
                .collect::<Vec<_>>()
                .join("&")
                .into();
            event["queryStringParameters"] =
                pairs.map(|(name, value)| ((*name).to_owned(), json!(value))).collect::<Map<_, _>>().into();
        }
        let members = event.as_object_mut().expect("the event is an object");
        match &self.body {
            Some(body) => members.insert("body".to_owned(), body.to_string().into()),
            None => members.remove("body"),
        };
        let headers = event["headers"].as_object_mut().expect("the event has headers");
        match &self.body {
            Some(body) => {
                headers.insert("content-length".to_owned(), body.to_string().len().to_string().into())
            }
            None => headers.remove("content-type").and(headers.remove("content-length")),
        };
        event
    }
}
