//! What the tests of functions as processes share: a table for them to work on, the events of `tests/events`, and the
//! variables that Lambda sets.

use std::path::Path;

use favorites_api::favorites::{EpochSeconds, Timestamp};
use favorites_local::template::Template;
use favorites_local::{Environment, Functions, Options, Running};
use functions::{background, named};
use serde_json::Value;

/// The table of `template.yaml`, with nothing but the functions under test at work on it.
pub async fn start_table() -> Running {
    let template = Template::project().expect("the project's template is well-formed").without_functions();
    let options = Options { template: Some(template), ..Options::throw_away() };
    favorites_local::Service::start(options, |_environment| Functions::new())
        .await
        .expect("the table is there")
}

/// The event of that name in `tests/events`, as `sam local invoke` takes it too. Records of the stream were written just now: of an
/// old one the consumer would look at the item, which is not there.
#[must_use]
pub fn event(name: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("events").join(name).with_extension("json");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut event: Value =
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let records = event.get_mut("Records").and_then(Value::as_array_mut);
    for record in records.into_iter().flatten() {
        record["dynamodb"]["ApproximateCreationDateTime"] = EpochSeconds::of(Timestamp::now()).get().into();
    }
    event
}

/// Returns the name of the program that serves a function.
#[must_use]
pub fn program(function: &str) -> &'static str {
    if named(&background::FUNCTIONS, function).is_some() { "background" } else { "http" }
}

/// The JSON in the body of a function's answer to an HTTP request.
#[must_use]
pub fn body(answer: &Value) -> Value {
    let body = answer["body"].as_str().unwrap_or_else(|| panic!("no body in {answer}"));
    serde_json::from_str(body).unwrap_or_else(|error| panic!("{error} in {body}"))
}

/// Returns the variables that the template and Lambda set for `function`, but with the table of `environment`. The function has its role.
#[must_use]
pub fn variables(environment: &Environment, function: &str) -> [(&'static str, String); 6] {
    [
        ("TABLE_NAME", environment.table_name.clone()),
        ("AWS_ENDPOINT_URL_DYNAMODB", environment.dynamodb_endpoint.clone()),
        ("AWS_REGION", environment.region.clone()),
        ("AWS_ACCESS_KEY_ID", function.to_owned()),
        ("AWS_SECRET_ACCESS_KEY", environment.credentials.secret_access_key().to_owned()),
        ("RUST_LOG", "info".to_owned()),
    ]
}
