//! Helpers for tests that run functions as processes: a table, the events of `tests/events`, and the variables that Lambda sets.

use std::path::Path;
use std::time::Duration;

use favorites_api::favorites::{EpochSeconds, Timestamp};
use favorites_local::template::Template;
use favorites_local::{Environment, Functions, Options, Running};
use serde_json::Value;

/// Starts the table of `template.yaml` without any functions, so that only the functions under test use it. No expired item is
/// deleted: the engine would compare expiry times of a test's clock with the machine's.
pub async fn start_table() -> Running {
    let template = Template::project().expect("the project's template is well-formed").without_functions();
    let mut options = Options { template: Some(template), ..Options::throw_away() };
    options.periods.ttl_sweep = Duration::from_hours(24);
    favorites_local::Service::start(options, |_environment| Functions::new())
        .await
        .expect("the table is there")
}

/// Returns the event of that name in `tests/events`, which `sam local invoke` also accepts. Stream records get the current time:
/// for an old record, the consumer would read the item, which does not exist.
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

/// Returns the name of the program that runs a function.
#[must_use]
pub fn program(function: &str) -> &'static str {
    match function {
        "change-consumer" | "tag-cleanup" => "stream",
        "reconcile" => "reconcile",
        "run-jobs" => "jobs",
        "run-transfers" => "transfers",
        "run-erasures" => "account",
        _ if functions::named(&functions::http::JOB_FUNCTIONS, function).is_some() => "jobs",
        _ if functions::named(&functions::http::TRANSFER_FUNCTIONS, function).is_some() => "transfers",
        _ if functions::named(&functions::http::ACCOUNT_FUNCTIONS, function).is_some() => "account",
        _ => "http",
    }
}

/// Returns the JSON in the body of a function's answer to an HTTP request.
#[must_use]
pub fn body(answer: &Value) -> Value {
    let body = answer["body"].as_str().unwrap_or_else(|| panic!("no body in {answer}"));
    serde_json::from_str(body).unwrap_or_else(|error| panic!("{error} in {body}"))
}

/// Returns the variables that the template and Lambda set for `function`, but with the table of `environment`. The credentials
/// select the function's role.
#[must_use]
pub fn variables(environment: &Environment, function: &str) -> [(&'static str, String); 8] {
    [
        ("TABLE_NAME", environment.table_name.clone()),
        ("AWS_ENDPOINT_URL_DYNAMODB", environment.dynamodb_endpoint.clone()),
        ("FILES_BUCKET", environment.files_bucket.clone()),
        ("AWS_ENDPOINT_URL_S3", environment.files_endpoint.clone()),
        ("AWS_REGION", environment.region.clone()),
        ("AWS_ACCESS_KEY_ID", function.to_owned()),
        ("AWS_SECRET_ACCESS_KEY", environment.credentials.secret_access_key().to_owned()),
        ("RUST_LOG", "info".to_owned()),
    ]
}
