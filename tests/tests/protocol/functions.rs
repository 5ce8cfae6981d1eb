//! The functions of the template as processes.

use favorites_local::Environment;
use favorites_local::template::{Function as Declared, Template};
use favorites_tests::lambda::{program, variables};
use favorites_tests::routes;
use favorites_tests::runtime_api::Function;
use tokio::sync::{Semaphore, SemaphorePermit};

const HTTP: &str = env!("CARGO_BIN_EXE_http-under-test");
const BACKGROUND: &str = env!("CARGO_BIN_EXE_background-under-test");

/// Starts the function `name` with the table of `environment`.
pub(crate) async fn start(name: &str, environment: &Environment) -> Function {
    start_with(name, variables(environment, name)).await
}

/// Starts the function `name` with the caller's variables.
pub(crate) async fn start_with(
    name: &str,
    variables: impl IntoIterator<Item = (&'static str, String)>,
) -> Function {
    let program = if program(name) == "background" { BACKGROUND } else { HTTP };
    Function::start(program, variables.into_iter().chain([("_HANDLER", name.to_owned())])).await
}

/// The functions that answer HTTP requests.
pub(crate) fn http_functions() -> Vec<Declared> {
    routes().into_iter().map(|route| route.function).collect()
}

/// Every function that something calls.
pub(crate) fn all_functions() -> Vec<Declared> {
    let template = Template::project().expect("the project's template is well-formed");
    template.functions().cloned().collect()
}

/// Waits until a test may call another function beside those that are at work, over all tests. With more of them at once they would
/// wait for a processor and not for the table.
pub(crate) async fn turn() -> SemaphorePermit<'static> {
    static TURNS: Semaphore = Semaphore::const_new(6);
    TURNS.acquire().await.expect("nobody closes it")
}
