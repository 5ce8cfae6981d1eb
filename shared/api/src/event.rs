//! What API Gateway sends to a function and takes from it: payload format 2.0 (see "Create AWS Lambda proxy integrations
//! for HTTP APIs in API Gateway" in its developer guide).
//!
//! The types are our own and read only what the service needs. `lambda_http` panics on a `Host` header that makes no
//! URL and refuses an event with a header value outside ASCII; both would let a caller cause a 500.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// One HTTP request as the function receives it. Whatever is missing is empty: the checks that follow decide what that
/// means, so that no event fails before them.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct HttpEvent {
    #[serde(deserialize_with = "null_as_default")]
    pub(crate) headers: BTreeMap<String, String>,
    #[serde(deserialize_with = "null_as_default")]
    pub(crate) path_parameters: BTreeMap<String, String>,
    /// As in the URL. The map beside it joins repeated parameters with a comma, so it can't tell `a,b` from two.
    #[serde(deserialize_with = "null_as_default")]
    pub(crate) raw_query_string: String,
    pub(crate) body: Option<String>,
    #[serde(deserialize_with = "null_as_default")]
    pub(crate) is_base64_encoded: bool,
    #[serde(deserialize_with = "null_as_default")]
    pub(crate) request_context: RequestContext,
}

/// What the gateway knows of the request.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct RequestContext {
    #[serde(deserialize_with = "null_as_default")]
    pub(crate) request_id: String,
    /// Kept as JSON: an authorizer of another kind has another form, and then there are no claims.
    pub(crate) authorizer: Value,
}

/// One HTTP response as the function answers it.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct HttpAnswer {
    pub(crate) status_code: u16,
    pub(crate) headers: BTreeMap<String, String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) body: Option<String>,
    pub(crate) is_base64_encoded: bool,
}

fn null_as_default<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: serde::Deserializer<'de>,
    T: Default + Deserialize<'de>,
{
    Option::deserialize(deserializer).map(Option::unwrap_or_default)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_documented_sample_is_read() {
        let event: HttpEvent = serde_json::from_value(json!({
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
        }))
        .unwrap();
        assert_eq!(event.headers["Header2"], "value1,value2");
        assert_eq!(event.raw_query_string, "parameter1=value1&parameter1=value2&parameter2=value");
        assert_eq!(event.path_parameters["parameter1"], "value1");
        assert_eq!(event.request_context.request_id, "id");
        assert_eq!(event.request_context.authorizer["jwt"]["claims"]["claim1"], "value1");
        assert!(event.is_base64_encoded);
    }

    #[test]
    fn missing_and_null_members_are_empty() {
        for event in [
            json!({}),
            json!({ "headers": null, "pathParameters": null, "body": null, "requestContext": null }),
        ] {
            let event: HttpEvent = serde_json::from_value(event).unwrap();
            assert!(event.headers.is_empty() && event.path_parameters.is_empty() && event.body.is_none());
            assert!(event.request_context.authorizer.is_null());
        }
    }
}
