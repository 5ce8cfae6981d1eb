//! Compares answers with the `OpenAPI` document.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use favorites_api::OPENAPI;
use jsonschema::{Draft, Validator};
use reqwest::Method;
use serde_json::Value;

use crate::answer::Answer;

static DOCUMENT: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(OPENAPI).expect("the document is JSON"));

/// The compiled schemas, by the text of the schema. A schema is compiled at its first use.
static COMPILED: LazyLock<Mutex<HashMap<String, Arc<Validator>>>> = LazyLock::new(Mutex::default);

/// Returns each operation in the document as a route key, such as `GET /favorites/{dataId}`.
#[must_use]
pub fn operations() -> BTreeSet<String> {
    let paths = DOCUMENT["paths"].as_object().into_iter().flatten();
    let methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];
    paths
        .flat_map(|(path, item)| {
            let described = methods.into_iter().filter(|method| item.get(method).is_some());
            described.map(move |method| format!("{} {path}", method.to_ascii_uppercase()))
        })
        .collect()
}

/// The query parameters, the key and the body that an operation accepts.
#[derive(Debug, PartialEq, Eq)]
pub struct Accepted {
    /// The names of the query parameters.
    pub query: BTreeSet<String>,
    /// Whether it accepts an `Idempotency-Key`.
    pub is_idempotent: bool,
    /// Whether it accepts a body.
    pub has_body: bool,
}

/// Returns what an operation of the document accepts.
#[must_use]
pub fn accepted(operation: &str) -> Accepted {
    let (method, path) = operation.split_once(' ').expect("a method and a path");
    let item = &DOCUMENT["paths"][path];
    let described = &item[method.to_ascii_lowercase()];
    let parameters = [&item["parameters"], &described["parameters"]];
    let parameters: Vec<_> =
        parameters.iter().filter_map(|list| list.as_array()).flatten().map(resolved).collect();
    let named = |place: &str| {
        let at_place = parameters.iter().filter(move |parameter| parameter["in"] == place);
        at_place.map(|parameter| parameter["name"].as_str().expect("it has a name").to_owned()).collect()
    };
    let headers: BTreeSet<String> = named("header");
    Accepted {
        query: named("query"),
        is_idempotent: headers.contains("Idempotency-Key"),
        has_body: described.get("requestBody").is_some(),
    }
}

/// Returns the statuses in the document for an operation.
#[must_use]
pub fn statuses(operation: &str) -> BTreeSet<u16> {
    let responses = responses(operation).and_then(Value::as_object).into_iter().flatten();
    responses.filter_map(|(status, _)| status.parse().ok()).collect()
}

/// Returns the operation of a request, or `None` if the document has no such path and method.
#[must_use]
pub fn operation_of(method: &Method, path: &str) -> Option<String> {
    let fits = |pattern: &str| {
        let segments: Vec<_> = path.split('/').collect();
        let parts: Vec<_> = pattern.split('/').collect();
        segments.len() == parts.len()
            && parts.iter().zip(&segments).all(|(part, segment)| {
                if part.starts_with('{') { !segment.is_empty() } else { part == segment }
            })
    };
    operations().into_iter().find(|operation| {
        operation.split_once(' ').is_some_and(|(verb, pattern)| verb == method.as_str() && fits(pattern))
    })
}

/// Checks status, headers and body of an answer against the document. Ignores requests that are not in the document, which the
/// gateway answers by itself.
///
/// # Errors
/// Returns a description of the difference.
pub fn check(answer: &Answer) -> Result<(), String> {
    let Some(operation) = operation_of(&answer.method, &answer.path) else { return Ok(()) };
    if is_before_routes(answer) {
        return Ok(());
    }
    let response = responses(&operation).and_then(|responses| responses.get(answer.status.to_string()));
    let response = resolved(response.ok_or_else(|| format!("{operation} has no {}", answer.status))?);
    let from_function = answer.header("content-type") != "application/json" || answer.status < 400;
    if from_function {
        check_headers(answer, response)?;
    }
    let Some(content) = response.get("content") else {
        return if answer.text.is_empty() { Ok(()) } else { Err("the body should be empty".to_owned()) };
    };
    let media_type = answer.header("content-type");
    let schema = content
        .pointer(&format!("/{}/schema", media_type.replace('~', "~0").replace('/', "~1")))
        .ok_or_else(|| format!("{operation} has no {media_type} for {}", answer.status))?;
    let body: Value = serde_json::from_str(&answer.text).map_err(|error| error.to_string())?;
    valid(schema, &body)
}

/// Returns true if the request was refused before routing: its path is not UTF-8, its body exceeds the gateway's limit, or a page
/// of another site sent it.
fn is_before_routes(answer: &Answer) -> bool {
    if [403, 421].contains(&answer.status) {
        return answer.text.contains("\"type\":\"about:blank\"");
    }
    let refusals = [(400, "Bad Request"), (413, "Request Entity Too Large")];
    refusals.iter().any(|(status, message)| {
        answer.status == *status && answer.text == format!("{{\"message\":\"{message}\"}}")
    })
}

fn check_headers(answer: &Answer, response: &'static Value) -> Result<(), String> {
    for (name, header) in response["headers"].as_object().into_iter().flatten() {
        let value = answer.headers.get(name).ok_or_else(|| format!("the header {name} is missing"))?;
        let value = value.to_str().map_err(|error| format!("{name}: {error}"))?;
        valid(&resolved(header)["schema"], &Value::from(value))
            .map_err(|fault| format!("{name}: {fault}"))?;
    }
    Ok(())
}

fn responses(operation: &str) -> Option<&'static Value> {
    let (method, path) = operation.split_once(' ')?;
    DOCUMENT["paths"].get(path)?.get(method.to_ascii_lowercase())?.get("responses")
}

/// Returns the target of a reference.
fn resolved(value: &'static Value) -> &'static Value {
    let pointer = value["$ref"].as_str().and_then(|reference| reference.strip_prefix('#'));
    pointer.and_then(|pointer| DOCUMENT.pointer(pointer)).unwrap_or(value)
}

fn valid(schema: &Value, value: &Value) -> Result<(), String> {
    let validator = compiled(schema)?;
    let faults: Vec<_> =
        validator.iter_errors(value).map(|fault| format!("{}: {fault}", fault.instance_path())).collect();
    if faults.is_empty() { Ok(()) } else { Err(faults.join("; ")) }
}

fn compiled(schema: &Value) -> Result<Arc<Validator>, String> {
    let mut cache = COMPILED.lock().unwrap_or_else(PoisonError::into_inner);
    let key = schema.to_string();
    if let Some(validator) = cache.get(&key) {
        return Ok(Arc::clone(validator));
    }
    // References point to `#/components`, so add these to the schema.
    let mut whole = schema.clone();
    whole["components"] = DOCUMENT["components"].clone();
    // OpenAPI 3.1 uses the 2020-12 draft (see "Schema Object" in its specification).
    let options = jsonschema::options().with_draft(Draft::Draft202012).should_validate_formats(true);
    let validator = Arc::new(options.build(&whole).map_err(|error| error.to_string())?);
    cache.insert(key, Arc::clone(&validator));
    Ok(validator)
}
