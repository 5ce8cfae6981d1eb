use serde_json::json;

use super::*;

fn read(event: Value) -> Event {
    super::read(event).unwrap()
}

#[test]
fn the_documented_sample_is_read() {
    let event = read(json!({
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
    }));
    assert_eq!((event.route_key.as_str(), event.raw_path.as_str()), ("$default", "/path/to/resource"));
    assert_eq!(event.raw_query_string, "parameter1=value1&parameter1=value2&parameter2=value");
    assert_eq!(event.headers["Header2"], "value1,value2");
    assert_eq!(event.path_parameters["parameter1"], "value1");
    assert_eq!((event.body.as_str(), event.is_base64_encoded), ("eyJ0ZXN0IjoiYm9keSJ9", true));
    let context = &event.request_context;
    assert_eq!(context.claim("claim1"), Some("value1"));
    assert_eq!((context.request_id.as_str(), context.api_id.as_str()), ("id", "api-id"));
    assert_eq!(context.domain_name, "id.execute-api.us-east-1.amazonaws.com");
    assert_eq!(context.stage, "$default");
}

#[test]
fn missing_and_null_members_are_empty() {
    for event in [
        json!({}),
        json!({
            "version": null, "headers": null, "pathParameters": null, "rawPath": null, "rawQueryString": null,
            "body": null, "isBase64Encoded": null, "requestContext": null
        }),
        json!({ "requestContext": { "requestId": null, "authorizer": null, "http": null } }),
    ] {
        let event = read(event);
        assert!(event.headers.is_empty() && event.path_parameters.is_empty() && !event.is_base64_encoded);
        assert_eq!([&event.raw_path, &event.raw_query_string, &event.body], ["", "", ""]);
        assert_eq!(
            (event.request_context.request_id.as_str(), event.request_context.claim("sub")),
            ("", None)
        );
    }
}

#[test]
fn a_claim_that_is_not_text_is_none_and_harms_no_other() {
    let claims = json!({ "sub": "alice", "exp": 7, "groups": ["a"], "none": null });
    let context =
        read(json!({ "requestContext": { "authorizer": { "jwt": { "claims": claims } } } })).request_context;
    assert_eq!(context.claim("sub"), Some("alice"));
    for name in ["exp", "groups", "none", "missing"] {
        assert_eq!(context.claim(name), None, "{name}");
    }
}

#[test]
fn an_authorizer_of_another_kind_has_no_claims() {
    for authorizer in
        [json!("sub"), json!(["jwt"]), json!({ "iam": { "userId": "sub" } }), json!({ "jwt": "sub" })]
    {
        let context = json!({ "requestContext": { "authorizer": authorizer } });
        assert_eq!(read(context).request_context.claim("sub"), None);
    }
}

#[test]
fn an_event_of_another_format_or_shape_is_refused() {
    for (event, found) in [
        (json!({ "version": "1.0", "httpMethod": "GET" }), "version \"1.0\" was given"),
        (json!({ "httpMethod": "GET", "queryStringParameters": {} }), "a member httpMethod"),
        (json!({ "version": 2 }), "version 2 was given"),
        (json!(null), "expected an event of API Gateway"),
        (json!("text"), "expected an event of API Gateway"),
        (json!({ "headers": 7 }), "expected a map"),
        (json!({ "rawPath": 7 }), "expected a string"),
    ] {
        let error = super::read(event).unwrap_err().to_string();
        assert!(error.contains(found), "{error}");
    }
}
