//! Turns a function's answer (payload format 2.0) into an HTTP response.

use axum::body::Body;
use axum::http::header::{CONNECTION, CONTENT_LENGTH, CONTENT_TYPE, SET_COOKIE, TRANSFER_ENCODING};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::response::Response;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Map, Value};

/// A function's answer is invalid. API Gateway answers 500.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub(super) enum ResponseFault {
    #[error("statusCode must be a whole number from 200 to 599, not {0}")]
    Status(String),
    #[error("the header {name} can't be sent: {value}")]
    Header { name: String, value: String },
    #[error("{field} must be {expected}")]
    Field { field: &'static str, expected: &'static str },
    #[error("body must be Base64, since isBase64Encoded is true")]
    Base64,
}

/// Reads a function's answer. If it has no `statusCode`, the response is a 200 with the whole answer as its JSON body.
pub(super) fn read(answer: Value) -> Result<Response, ResponseFault> {
    let Value::Object(mut fields) = answer else { return Ok(inferred(&answer)) };
    if !fields.contains_key("statusCode") {
        return Ok(inferred(&Value::Object(fields)));
    }
    let status = read_status(&fields["statusCode"])?;
    let body = read_body(&mut fields)?;
    let mut response = Response::new(Body::from(body));
    *response.status_mut() = status;
    *response.headers_mut() = read_headers(&fields)?;
    Ok(response)
}

fn inferred(answer: &Value) -> Response {
    let mut response = Response::new(Body::from(answer.to_string()));
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}

fn read_status(status: &Value) -> Result<StatusCode, ResponseFault> {
    let number = status.as_u64().or_else(|| status.as_str()?.parse().ok());
    let number =
        number.and_then(|number| u16::try_from(number).ok()).filter(|number| (200..=599).contains(number));
    number
        .and_then(|number| StatusCode::from_u16(number).ok())
        .ok_or_else(|| ResponseFault::Status(status.to_string()))
}

fn read_body(fields: &mut Map<String, Value>) -> Result<Vec<u8>, ResponseFault> {
    let body = match fields.remove("body") {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(body)) => body,
        Some(_) => return Err(ResponseFault::Field { field: "body", expected: "a text" }),
    };
    match fields.get("isBase64Encoded") {
        None | Some(Value::Null | Value::Bool(false)) => Ok(body.into_bytes()),
        Some(Value::Bool(true)) => STANDARD.decode(body).map_err(|_| ResponseFault::Base64),
        Some(_) => Err(ResponseFault::Field { field: "isBase64Encoded", expected: "true or false" }),
    }
}

/// Reads `headers`, then `multiValueHeaders` with other names, then adds a `set-cookie` for each entry of `cookies`.
fn read_headers(fields: &Map<String, Value>) -> Result<HeaderMap, ResponseFault> {
    let mut headers = HeaderMap::new();
    for (name, value) in object(fields, "headers")? {
        append(&mut headers, name, value)?;
    }
    let single = headers.clone();
    for (name, values) in object(fields, "multiValueHeaders")? {
        let values = values
            .as_array()
            .ok_or(ResponseFault::Field { field: "multiValueHeaders", expected: "an object of lists" })?;
        for value in values.iter().filter(|_| !single.contains_key(name)) {
            append(&mut headers, name, value)?;
        }
    }
    match fields.get("cookies") {
        None | Some(Value::Null) => {}
        Some(Value::Array(cookies)) => {
            for cookie in cookies {
                append(&mut headers, SET_COOKIE.as_str(), cookie)?;
            }
        }
        Some(_) => return Err(ResponseFault::Field { field: "cookies", expected: "a list" }),
    }
    // These headers describe the connection, which belongs to the gateway.
    for name in [CONNECTION, CONTENT_LENGTH, TRANSFER_ENCODING] {
        headers.remove(name);
    }
    headers.entry(CONTENT_TYPE).or_insert(HeaderValue::from_static("text/plain; charset=utf-8"));
    Ok(headers)
}

fn object<'a>(
    fields: &'a Map<String, Value>,
    field: &'static str,
) -> Result<impl Iterator<Item = (&'a String, &'a Value)>, ResponseFault> {
    let object = match fields.get(field) {
        None | Some(Value::Null) => None,
        Some(Value::Object(object)) => Some(object),
        Some(_) => return Err(ResponseFault::Field { field, expected: "an object" }),
    };
    Ok(object.into_iter().flatten())
}

fn append(headers: &mut HeaderMap, name: &str, value: &Value) -> Result<(), ResponseFault> {
    let text = match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let parsed = HeaderName::try_from(name).ok().zip(HeaderValue::try_from(&text).ok());
    let (parsed_name, parsed_value) =
        parsed.ok_or_else(|| ResponseFault::Header { name: name.to_owned(), value: text })?;
    headers.append(parsed_name, parsed_value);
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    async fn body(response: Response) -> String {
        let bytes = axum::body::to_bytes(response.into_body(), usize::MAX).await.unwrap();
        String::from_utf8(bytes.to_vec()).unwrap()
    }

    fn fault(answer: Value) -> ResponseFault {
        read(answer).unwrap_err()
    }

    #[tokio::test]
    async fn an_answer_becomes_a_response() {
        let response = read(json!({
            "statusCode": 201,
            "headers": {"Content-Type": "application/json", "X-Count": 3, "Content-Length": "999"},
            "multiValueHeaders": {"content-type": ["text/html"], "Link": ["<a>", "<b>"]},
            "cookies": ["a=1", "b=2"],
            "body": "{}",
        }))
        .unwrap();
        assert_eq!(response.status(), 201);
        let all = |name: &str| {
            response.headers().get_all(name).iter().map(|v| v.to_str().unwrap()).collect::<Vec<_>>()
        };
        assert_eq!(all("content-type"), ["application/json"]);
        assert_eq!(all("x-count"), ["3"]);
        assert_eq!(all("link"), ["<a>", "<b>"]);
        assert_eq!(all("set-cookie"), ["a=1", "b=2"]);
        assert_eq!(all("content-length"), [""; 0]);
        assert_eq!(body(response).await, "{}");
    }

    #[tokio::test]
    async fn a_body_may_be_base64() {
        let response = read(json!({"statusCode": 200, "body": "aGk=", "isBase64Encoded": true})).unwrap();
        assert_eq!(response.headers()[CONTENT_TYPE], "text/plain; charset=utf-8");
        assert_eq!(body(response).await, "hi");
    }

    #[tokio::test]
    async fn an_answer_without_a_status_is_the_body() {
        for answer in [json!({"hello": "you"}), json!("hello"), json!(null)] {
            let text = answer.to_string();
            let response = read(answer).unwrap();
            assert_eq!(response.status(), 200);
            assert_eq!(response.headers()[CONTENT_TYPE], "application/json");
            assert_eq!(body(response).await, text);
        }
    }

    #[test]
    fn a_response_that_cannot_be_sent_is_a_fault() {
        for status in [json!(0), json!(101), json!(600), json!("abc"), json!(null), json!(-1)] {
            assert_eq!(fault(json!({"statusCode": status})), ResponseFault::Status(status.to_string()));
        }
        let header = |name: &str, value: &str| fault(json!({"statusCode": 200, "headers": {name: value}}));
        assert!(matches!(header("a b", "c"), ResponseFault::Header { .. }));
        assert!(matches!(header("a", "line\nbreak"), ResponseFault::Header { .. }));
        assert_eq!(
            fault(json!({"statusCode": 200, "body": "%", "isBase64Encoded": true})),
            ResponseFault::Base64
        );
        for (field, value) in [
            ("body", json!({})),
            ("headers", json!([])),
            ("multiValueHeaders", json!({"a": "b"})),
            ("cookies", json!("a=1")),
            ("isBase64Encoded", json!("yes")),
        ] {
            let found = fault(json!({"statusCode": 200, field: value}));
            assert!(matches!(found, ResponseFault::Field { field: named, .. } if named == field), "{found}");
        }
    }
}
