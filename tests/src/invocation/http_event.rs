//! The event of an HTTP request, in API Gateway's payload format 2.0.

use favorites_api::Route;
use serde_json::{Map, Value, json};

use crate::event_file::event_file;
use crate::sample;

/// A request of a user.
pub(crate) struct HttpRequest<'a> {
    pub(crate) route: &'a Route,
    pub(crate) user: &'a str,
    /// The values of the parameters in the route's path, by name.
    pub(crate) parameters: &'a [(&'a str, &'a str)],
    pub(crate) query: &'a str,
    pub(crate) body: Value,
}

impl HttpRequest<'_> {
    /// Returns the event: that of `tests/events/create-favorite.json` with the data of this request.
    pub(crate) fn event(&self) -> Value {
        let mut event = event_file("create-favorite");
        let mut path = self.route.path.to_owned();
        let mut parameters = Map::new();
        for (name, value) in self.parameters {
            let place = format!("{{{name}}}");
            if path.contains(&place) {
                path = path.replace(&place, value);
                parameters.insert((*name).to_owned(), json!(value));
            }
        }
        let key = self.route.key();
        event["routeKey"] = json!(key);
        event["requestContext"]["routeKey"] = json!(key);
        event["rawPath"] = json!(path);
        event["requestContext"]["http"]["path"] = json!(path);
        event["requestContext"]["http"]["method"] = json!(self.route.method);
        event["requestContext"]["authorizer"]["jwt"]["claims"]["sub"] = json!(self.user);
        if !parameters.is_empty() {
            event["pathParameters"] = parameters.into();
        }
        if !self.query.is_empty() {
            event["rawQueryString"] = json!(self.query);
            let pairs = self.query.split('&').filter_map(|pair| pair.split_once('='));
            let pairs = pairs.map(|(name, value)| (name.to_owned(), json!(value)));
            event["queryStringParameters"] = pairs.collect::<Map<_, _>>().into();
        }
        let headers = event["headers"].as_object_mut().expect("the event has headers");
        headers.extend(sample::headers(self.route).map(|(name, value)| (name.to_owned(), json!(value))));
        if self.body.is_null() {
            headers.retain(|name, _| !name.starts_with("content-"));
            event.as_object_mut().expect("the event is an object").remove("body");
        } else {
            let body = self.body.to_string();
            headers.insert("content-length".to_owned(), body.len().to_string().into());
            event["body"] = body.into();
        }
        event
    }
}
