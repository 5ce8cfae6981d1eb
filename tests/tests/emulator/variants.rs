//! The forms in which API Gateway hands over one request (see "Create AWS Lambda proxy integrations for HTTP APIs in API Gateway"
//! in its developer guide).

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

/// A form of a request that means the same as the event file.
pub(crate) struct Form {
    pub(crate) name: &'static str,
    change: fn(&mut Value),
}

impl Form {
    /// Returns the event in this form.
    pub(crate) fn of(&self, event: &Value) -> Value {
        let mut event = event.clone();
        (self.change)(&mut event);
        event
    }
}

/// Forms whose answer has the status of the event file's.
pub(crate) const SAME: [Form; 7] = [
    Form { name: "as it is", change: |_| {} },
    // A stage other than $default stands before the path.
    Form {
        name: "stage prefix",
        change: |event| {
            prefix(event, "/prod");
            event["requestContext"]["stage"] = "prod".into();
        },
    },
    // The API mapping of a custom domain does too.
    Form {
        name: "base path",
        change: |event| {
            prefix(event, "/shop/v1");
            for host in ["/requestContext/domainName", "/headers/host"] {
                set(event, host, "favorites.example.com".into());
            }
        },
    },
    Form {
        name: "base64 body",
        change: |event| {
            if let Some(body) = event["body"].as_str() {
                event["body"] = STANDARD.encode(body).into();
            }
            event["isBase64Encoded"] = true.into();
        },
    },
    Form {
        name: "cookies",
        change: |event| event["cookies"] = json!(["session=4711; Path=/", "theme=dark"]),
    },
    Form {
        name: "members of the guide's sample",
        change: |event| {
            event["stageVariables"] = json!({ "stageVariable1": "value1", "stageVariable2": "value2" });
            let authentication =
                json!({ "clientCert": { "clientCertPem": "CERT_CONTENT", "subjectDN": "www.example.com" } });
            event["requestContext"]["authentication"] = authentication;
            event["headers"]["header2"] = "value1,value2".into();
        },
    },
    // Members that the service does not read may be absent or null.
    Form {
        name: "without members that nothing reads",
        change: |event| {
            let event = event.as_object_mut().expect("an event is an object");
            for name in ["routeKey", "rawPath", "queryStringParameters", "cookies", "stageVariables"] {
                event.remove(name);
            }
            for name in ["body", "pathParameters"] {
                event.entry(name).or_insert(Value::Null);
            }
        },
    },
];

/// The event with a body that is not the base64 that it is said to be.
pub(crate) fn broken_base64(event: &Value) -> Value {
    let mut event = event.clone();
    event["body"] = "%%% no base64 %%%".into();
    event["isBase64Encoded"] = true.into();
    event
}

/// The event with a query parameter that is there twice.
pub(crate) fn repeated_parameter(event: &Value) -> Value {
    let mut event = event.clone();
    let query = event["rawQueryString"].as_str().unwrap_or_default();
    event["rawQueryString"] = format!("{query}&limit=1&limit=2").trim_start_matches('&').into();
    event["queryStringParameters"]["limit"] = "1,2".into();
    event
}

/// The same request as a REST API hands it over, payload format 1.0.
pub(crate) fn rest_v1(event: &Value) -> Value {
    let http = &event["requestContext"]["http"];
    json!({
        "version": "1.0",
        "resource": http["path"],
        "path": http["path"],
        "httpMethod": http["method"],
        "headers": event["headers"],
        "multiValueHeaders": {},
        "queryStringParameters": event["queryStringParameters"],
        "multiValueQueryStringParameters": null,
        "requestContext": {
            "accountId": "123456789012",
            "authorizer": { "claims": event["requestContext"]["authorizer"]["jwt"]["claims"], "scopes": null },
            "httpMethod": http["method"],
            "path": http["path"],
            "requestId": "id=",
            "stage": "$default",
        },
        "pathParameters": event["pathParameters"],
        "stageVariables": null,
        "body": event["body"],
        "isBase64Encoded": false,
    })
}

fn prefix(event: &mut Value, prefix: &str) {
    for pointer in ["/rawPath", "/requestContext/http/path"] {
        let path = event.pointer(pointer).and_then(Value::as_str).expect("the event has a path");
        let prefixed = format!("{prefix}{path}");
        set(event, pointer, prefixed.into());
    }
}

fn set(event: &mut Value, pointer: &str, value: Value) {
    *event.pointer_mut(pointer).unwrap_or_else(|| panic!("the event has no {pointer}")) = value;
}
