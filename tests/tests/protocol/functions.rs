//! Starts the functions of the template as processes.

use favorites_local::Environment;
use favorites_local::template::{Function as Declared, Template};
use favorites_tests::lambda::{program, variables};
use favorites_tests::routes;
use favorites_tests::runtime_api::Function;
use tokio::sync::{Semaphore, SemaphorePermit};

const HTTP: &str = env!("CARGO_BIN_EXE_http-under-test");
const STREAM: &str = env!("CARGO_BIN_EXE_stream-under-test");
const JOBS: &str = env!("CARGO_BIN_EXE_jobs-under-test");
const TRANSFERS: &str = env!("CARGO_BIN_EXE_transfers-under-test");
const ACCOUNT: &str = env!("CARGO_BIN_EXE_account-under-test");
const RECONCILE: &str = env!("CARGO_BIN_EXE_reconcile-under-test");

/// Starts the function `name` on the table of `environment`.
pub(crate) async fn start(name: &str, environment: &Environment) -> Function {
    start_with(name, variables(environment, name)).await
}

/// Starts the function `name` with these variables.
pub(crate) async fn start_with(
    name: &str,
    variables: impl IntoIterator<Item = (&'static str, String)>,
) -> Function {
    let program = match program(name) {
        "stream" => STREAM,
        "jobs" => JOBS,
        "transfers" => TRANSFERS,
        "account" => ACCOUNT,
        "reconcile" => RECONCILE,
        _ => HTTP,
    };
    Function::start(program, variables.into_iter().chain([("_HANDLER", name.to_owned())])).await
}

/// Returns the functions that answer HTTP requests.
pub(crate) fn http_functions() -> Vec<Declared> {
    routes().into_iter().map(|route| route.function).collect()
}

/// Returns all functions of the template that have a trigger.
pub(crate) fn all_functions() -> Vec<Declared> {
    let template = Template::project().expect("the project's template is well-formed");
    template.functions().cloned().collect()
}

/// Waits until another function may be called. At most twelve calls run at once, across all tests, because more would
/// spend their time waiting for a processor instead of for the table.
pub(crate) async fn turn() -> SemaphorePermit<'static> {
    static TURNS: Semaphore = Semaphore::const_new(12);
    TURNS.acquire().await.expect("nobody closes it")
}
