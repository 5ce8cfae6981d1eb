//! Helpers for tests that run functions as processes: a table, the events of `tests/events`, and the variables that Lambda sets.

use std::time::Duration;

use favorites_local::template::Template;
use favorites_local::{Environment, Functions, Options, Running};
use serde_json::Value;

use crate::event_file::event_file;
use crate::invocation::HttpRequest;
use crate::sample;

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

/// The user, the favorite, the tag and the job of [`event`]s.
const USER: &str = "0f6c1d2e-7a41-4f5b-9b0d-3c8a2e5d7f10";
const DATA_ID: &str = "019593fa-5d95-7cc3-98c4-dc0c0c07398f";
const CHOSEN_ID: &str = "01a20f28-e5bb-7621-93a7-29659ab5aedf";
const TAG_ID: &str = "019593fa-6a1c-7b52-8f3e-5d0e9a7c2b41";
const JOB_ID: &str = "019593fb-1c2d-7e3f-8a4b-5c6d7e8f9a0b";

/// Returns an event of the function `name`, which `sam local invoke` also accepts: a valid request to the function's
/// route, or the file in `tests/events` if it has none.
#[must_use]
pub fn event(name: &str) -> Value {
    let Some(route) = functions::ROUTES.iter().find(|route| route.function == name) else {
        return event_file(name);
    };
    let data_id = if route.method == "PUT" && route.body_bytes.is_some() { CHOSEN_ID } else { DATA_ID };
    HttpRequest {
        route,
        user: USER,
        parameters: &[("dataId", data_id), ("tagId", TAG_ID), ("jobId", JOB_ID)],
        query: &sample::query(route, USER),
        body: sample::body(route),
    }
    .event()
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
        ("AWS_ENDPOINT_URL_DYNAMODB", environment.dynamodb.url().to_owned()),
        ("FILES_BUCKET", environment.files_bucket.clone()),
        ("AWS_ENDPOINT_URL_S3", environment.files_endpoint.clone()),
        ("AWS_REGION", environment.region.clone()),
        ("AWS_ACCESS_KEY_ID", function.to_owned()),
        ("AWS_SECRET_ACCESS_KEY", environment.credentials.secret_access_key().to_owned()),
        ("RUST_LOG", "info".to_owned()),
    ]
}
