//! Answers requests of allowed pages as API Gateway does ("Configure CORS for HTTP APIs in API Gateway").

use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use axum::http::header::{
    ACCESS_CONTROL_REQUEST_METHOD, AUTHORIZATION, CONTENT_LOCATION, CONTENT_TYPE, ETAG, IF_MATCH,
    IF_NONE_MATCH, LOCATION, RETRY_AFTER,
};
use axum::http::{HeaderName, HeaderValue, Method};
use tower::{ServiceExt as _, service_fn};
use tower_http::cors::CorsLayer;

use crate::admitted::Admitted;

/// The methods that pages may use, as in `template.yaml`.
const METHODS: [Method; 5] = [Method::GET, Method::POST, Method::PUT, Method::PATCH, Method::DELETE];

/// The headers that pages may send, as in `template.yaml`.
const ALLOWED: [HeaderName; 6] = [
    AUTHORIZATION,
    CONTENT_TYPE,
    IF_MATCH,
    IF_NONE_MATCH,
    HeaderName::from_static("idempotency-key"),
    HeaderName::from_static("prefer"),
];

/// The headers of answers that pages may read, as in `template.yaml`.
const EXPOSED: [HeaderName; 4] = [CONTENT_LOCATION, ETAG, LOCATION, RETRY_AFTER];

/// The time for which browsers cache the answer to a preflight.
const MAX_AGE: Duration = Duration::from_mins(10);

/// Lets pages of the allowed origins read the answers of `api`. Without such origins, `api` also gets
/// preflights.
pub(super) fn admit(api: Router, admitted: &Admitted) -> Router {
    if admitted.origins.is_empty() {
        return api;
    }
    let origins = admitted.origins.iter().map(|origin| HeaderValue::from_str(origin.as_str()));
    let origins = origins.map(|origin| origin.expect("an origin is ASCII"));
    let layer = CorsLayer::new()
        .allow_origin(origins.collect::<Vec<_>>())
        .allow_methods(METHODS)
        .allow_headers(ALLOWED)
        .expose_headers(EXPOSED)
        .max_age(MAX_AGE);
    let to_pages = api.clone().layer(layer);
    // The layer treats every OPTIONS request as a preflight.
    Router::new().fallback_service(service_fn(move |request: Request| {
        let is_plain = request.method() == Method::OPTIONS
            && !request.headers().contains_key(ACCESS_CONTROL_REQUEST_METHOD);
        if is_plain { api.clone().oneshot(request) } else { to_pages.clone().oneshot(request) }
    }))
}

#[cfg(test)]
mod tests {
    use serde_yaml_ng::Value;

    use super::*;

    #[test]
    fn pages_may_use_the_same_as_on_aws() {
        let template: Value = serde_yaml_ng::from_str(include_str!("../../../../template.yaml")).unwrap();
        let cors = &template["Resources"]["Api"]["Properties"]["CorsConfiguration"];
        let Value::Tagged(cors) = cors else { panic!("{cors:?}") };
        let cors = &cors.value[1];
        let listed = |name: &str| -> Vec<String> {
            cors[name].as_sequence().unwrap().iter().map(|value| value.as_str().unwrap().to_owned()).collect()
        };
        assert_eq!(METHODS.map(|method| method.to_string()).to_vec(), listed("AllowMethods"));
        assert_eq!(ALLOWED.map(|name| name.to_string()).to_vec(), listed("AllowHeaders"));
        assert_eq!(EXPOSED.map(|name| name.to_string()).to_vec(), listed("ExposeHeaders"));
        assert_eq!(cors["MaxAge"].as_u64(), Some(MAX_AGE.as_secs()));
    }
}
