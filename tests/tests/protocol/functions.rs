//! Starts the functions of the template as processes.

use std::collections::BTreeMap;
use std::path::PathBuf;

use favorites_local::Environment;
use favorites_local::template::{Function as Declared, Template};
use favorites_tests::lambda::variables;
use favorites_tests::runtime_api::Function;
use favorites_tests::template_text::logical_id;
use functions::{NO_ROUTE, ROUTES, WEB};
use tokio::sync::{Semaphore, SemaphorePermit};

/// The program that serves any function.
const PROGRAM: &str = env!("CARGO_BIN_EXE_function");

/// Starts the function `name` on the table of `environment`.
pub(crate) async fn start(name: &str, environment: &Environment) -> Function {
    start_with(name, variables(environment, name)).await
}

/// Starts the function `name` with these variables. If `SAM_BUILD_DIR` names the output of `sam build`, it starts the
/// program that would be deployed.
pub(crate) async fn start_with(
    name: &str,
    variables: impl IntoIterator<Item = (&'static str, String)>,
) -> Function {
    let built = std::env::var_os("SAM_BUILD_DIR").map(PathBuf::from);
    let built = built.map(|folder| folder.join(logical_id(name)).join("bootstrap"));
    let program = built.unwrap_or_else(|| PathBuf::from(PROGRAM));
    Function::start(program, variables.into_iter().chain([("FUNCTION", name.to_owned())])).await
}

/// Returns the functions that answer HTTP requests with the table.
pub(crate) fn http_functions() -> Vec<Declared> {
    let template = Template::project().expect("the project's template is well-formed");
    let is_http = |function: &&Declared| ROUTES.iter().any(|route| route.function == function.name);
    let functions: BTreeMap<_, _> = template
        .functions()
        .filter(is_http)
        .map(|function| (function.name.clone(), function.clone()))
        .collect();
    functions.into_values().collect()
}

/// Returns all functions of the template that work with the table.
pub(crate) fn all_functions() -> Vec<Declared> {
    let template = Template::project().expect("the project's template is well-formed");
    let functions: BTreeMap<_, _> = template
        .functions()
        .filter(|function| ![WEB, NO_ROUTE].contains(&&*function.name))
        .map(|function| (function.name.clone(), function.clone()))
        .collect();
    functions.into_values().collect()
}

/// Waits until another function may be called. At most 40 calls run at once, across all tests. Most calls only wait
/// for a table that hangs. With more calls, starting the processes would use up the time of each call.
pub(crate) async fn turn() -> SemaphorePermit<'static> {
    static TURNS: Semaphore = Semaphore::const_new(40);
    TURNS.acquire().await.expect("nobody closes it")
}
