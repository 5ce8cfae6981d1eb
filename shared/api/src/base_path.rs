//! The part of the path in front of the route's: the stage, or the path that a custom domain maps the API to.

use http::HeaderValue;
use url::Url;

use crate::event::Event;

/// A base path, such as `/prod`; empty on the `$default` stage.
#[derive(Debug, Default)]
pub(crate) struct BasePath(String);

impl BasePath {
    /// Returns the base path of an event. `rawPath` is the path that the caller sent, so it begins with the stage, unless that is
    /// `$default`, or with the path that a custom domain maps the API to.
    ///
    /// On API Gateway's own host the stage must be in front. It is added there, because `sam local` leaves it out.
    pub(crate) fn of(event: &Event) -> Self {
        let context = &event.request_context;
        let route = event.route_key.split_once(' ').map_or("", |(_method, path)| path);
        let segments = |path: &str| path.split('/').filter(|segment| !segment.is_empty()).count();
        let kept = segments(&event.raw_path).saturating_sub(segments(route));
        let base: String = event
            .raw_path
            .split('/')
            .filter(|segment| !segment.is_empty())
            .take(if route.is_empty() { 0 } else { kept })
            .flat_map(|segment| ["/", segment])
            .collect();
        let is_own_host = !context.api_id.is_empty() && context.domain_name.starts_with(&context.api_id);
        if base.is_empty() && is_own_host && !["", "$default"].contains(&context.stage.as_str()) {
            return Self(format!("/{}", context.stage));
        }
        Self(base)
    }

    /// Returns the value of a `Location` for `path`, which is escaped already. The base path is escaped as the URL Standard does.
    pub(crate) fn location(&self, path: &str) -> HeaderValue {
        let mut url = Url::parse("http://localhost/").expect("it is a URL");
        url.set_path(&self.0);
        let base = url.path().trim_end_matches('/');
        HeaderValue::try_from(format!("{base}{path}"))
            .expect("the base path is escaped, and the rest is fixed text and an id")
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::event;

    fn location(event: Value) -> HeaderValue {
        BasePath::of(&event::read(event).unwrap()).location("/tags/7")
    }

    fn on_own_host(stage: &str, raw_path: &str) -> HeaderValue {
        location(json!({
            "routeKey": "GET /favorites/{dataId}",
            "rawPath": raw_path,
            "requestContext": { "apiId": "a1b2", "domainName": "a1b2.execute-api.eu-central-1.amazonaws.com", "stage": stage }
        }))
    }

    #[test]
    fn on_its_own_host_the_stage_is_in_front() {
        assert_eq!(on_own_host("$default", "/favorites/7"), "/tags/7");
        assert_eq!(on_own_host("prod", "/prod/favorites/7"), "/prod/tags/7");
        // As `sam local` sends it.
        assert_eq!(on_own_host("prod", "/favorites/7"), "/prod/tags/7");
    }

    #[test]
    fn on_a_custom_domain_the_mapped_path_is_in_front() {
        let mapped = |raw_path: &str| {
            location(json!({
                "routeKey": "POST /favorites",
                "rawPath": raw_path,
                "requestContext": { "apiId": "a1b2", "domainName": "api.example.com", "stage": "prod" }
            }))
        };
        assert_eq!(mapped("/favorites"), "/tags/7");
        assert_eq!(mapped("/v1/me/favorites"), "/v1/me/tags/7");
        assert_eq!(mapped("/v 1/favorites"), "/v%201/tags/7");
    }

    #[test]
    fn without_a_route_there_is_no_base_path() {
        for event in
            [json!({ "rawPath": "/prod/tags" }), json!({ "routeKey": "$default", "rawPath": "/prod/tags" })]
        {
            assert_eq!(location(event), "/tags/7");
        }
    }

    proptest::proptest! {
        #[test]
        fn whatever_path_a_caller_sends_makes_a_location(
            raw_path in proptest::prop_oneof![proptest::prelude::any::<String>(), "[/.?#%:@\\\\ \\[\\]a]{0,12}"],
            stage in proptest::prelude::any::<String>(),
        ) {
            for host in ["a1b2.example.com", "api.example.com"] {
                let context = json!({ "apiId": "a1b2", "domainName": host, "stage": stage });
                let made = location(json!({ "routeKey": "GET /tags", "rawPath": raw_path, "requestContext": context }));
                proptest::prop_assert!(made.to_str().unwrap().ends_with("/tags/7"));
            }
        }
    }
}
