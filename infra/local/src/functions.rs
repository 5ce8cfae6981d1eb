//! The service's functions, in the form in which the local service invokes them.

use std::fmt::Display;
use std::future::Future;

use favorites_api::favorites::Client;
use favorites_api::{Favorites, in_process, stream_in_process, task_in_process};
use functions::background::{self, Function};
use functions::http;
use serde_json::Value;

use crate::environment::Environment;
use crate::invoke::{FunctionError, Functions, Timed};

/// Returns every function of the service, connected to the DynamoDB of `environment`.
#[must_use]
pub fn functions(environment: &Environment) -> Functions {
    functions_on(environment, |client| Favorites::new(client, environment.table_name.clone()))
}

/// Returns every function of the service, each with the `Favorites` that `favorites` creates, for example with a test's clock or
/// meter. `favorites` receives a client with the function's access key. All clients share a pool of connections.
#[must_use]
pub fn functions_on(environment: &Environment, favorites: impl Fn(Client) -> Favorites) -> Functions {
    let sdk = environment.sdk_config();
    let favorites = |function| favorites(Client::new(&Environment::as_function(&sdk, function)));
    let functions = http::functions().fold(Functions::new(), |functions, (name, handler)| {
        let call = in_process(handler, favorites(name));
        functions.with(name, Timed(move |event, deadline| reported(call(event, deadline))))
    });
    background::FUNCTIONS.into_iter().fold(functions, |functions, (name, function)| match function {
        Function::Stream(consumer) => {
            let call = stream_in_process(consumer, favorites(name));
            functions.with(name, Timed(move |event, deadline| reported(call(event, deadline))))
        }
        Function::Jobs(task) => {
            let call = task_in_process(task, favorites(name));
            functions.with(name, Timed(move |event, deadline| reported(call(event, deadline))))
        }
        Function::Reconciliation(task) => {
            let call = task_in_process(task, favorites(name));
            functions.with(name, Timed(move |event, deadline| reported(call(event, deadline))))
        }
    })
}

/// Returns a function's answer, or its error in the form in which the Lambda runtime reports it.
async fn reported<E: Display>(
    answer: impl Future<Output = Result<Value, E>>,
) -> Result<Value, FunctionError> {
    answer.await.map_err(|error| FunctionError::new("HandlerError", error.to_string()))
}
