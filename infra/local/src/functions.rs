//! The service's functions, in the form in which the local service invokes them.

use std::fmt::Display;
use std::future::Future;

use favorites_api::favorites::{Client, FileStore};
use favorites_api::{
    Favorites, file_store, in_process, no_route_in_process, stream_in_process, task_in_process,
};
use favorites_web::Settings;
use functions::background::Handler;
use functions::{BACKGROUND, NO_ROUTE, ROUTES, WEB, routes};
use serde_json::Value;

use crate::environment::Environment;
use crate::invoke::{FunctionError, Functions, Timed};
use crate::issuer;
use crate::token::{AUDIENCE, ISSUER};

/// Returns every function of the service, connected to the DynamoDB and the S3 of `environment`. Imports are as fast as the engine:
/// here, no partition of DynamoDB limits them.
#[must_use]
pub fn functions(environment: &Environment) -> Functions {
    functions_on(environment, |client| {
        Favorites::new(client, environment.table_name.clone()).with_unlimited_jobs()
    })
}

/// Returns every function of the service, each with the `Favorites` that `favorites` creates, for example with a test's clock or
/// meter. `favorites` receives a client with the function's access key. All clients share a pool of connections.
#[must_use]
pub fn functions_on(environment: &Environment, favorites: impl Fn(Client) -> Favorites) -> Functions {
    let sdk = environment.sdk_config();
    let favorites = |function, has_files| {
        let favorites = favorites(Client::new(&Environment::as_function(&sdk, function)));
        if has_files { with_files(favorites, environment, function) } else { favorites }
    };
    let functions = ROUTES.iter().fold(Functions::new(), |functions, route| {
        let call = in_process(route, favorites(route.function, route.has_files));
        functions.with(route.function, Timed(move |event, deadline| reported(call(event, deadline))))
    });
    let web = favorites_web::in_process(web_settings(environment));
    let functions = functions.with(WEB, move |event| reported(web(event)));
    let no_route = no_route_in_process(routes::KEYS);
    let functions = functions.with(NO_ROUTE, move |event| reported(no_route(event)));
    BACKGROUND.iter().fold(functions, |functions, background| {
        let name = background.function;
        let favorites = favorites(name, background.has_files);
        match background.handler {
            Handler::Stream(consumer) => {
                let call = stream_in_process(consumer, favorites);
                functions.with(name, Timed(move |event, deadline| reported(call(event, deadline))))
            }
            Handler::Sweep(task) => {
                let call = task_in_process(task, favorites);
                functions.with(name, Timed(move |event, deadline| reported(call(event, deadline))))
            }
        }
    })
}

/// Returns the settings of the web app. The local service is its issuer, at the app's own origin.
fn web_settings(environment: &Environment) -> Settings {
    Settings {
        issuer: ISSUER.to_owned(),
        client_id: AUDIENCE.to_owned(),
        authorization_endpoint: issuer::AUTHORIZE.to_owned(),
        token_endpoint: issuer::TOKEN.to_owned(),
        revocation_endpoint: Some(issuer::REVOKE.to_owned()),
        end_session_endpoint: None,
        scope: "openid".to_owned(),
        files_origin: environment.files_endpoint.clone(),
    }
}

/// Gives use cases the bucket of `environment`, with the access key of a function.
#[must_use]
pub fn with_files(favorites: Favorites, environment: &Environment, function: &str) -> Favorites {
    // A template without a bucket has no function that works with files.
    if environment.files_bucket.is_empty() {
        return favorites;
    }
    favorites.with_files(files(environment, function))
}

/// Returns the bucket of `environment`, with the access key of a function.
///
/// # Panics
/// Panics if the environment has no bucket.
#[must_use]
pub fn files(environment: &Environment, function: &str) -> FileStore {
    let (access_key_id, secret_access_key) = environment.files_credentials(function);
    let variables = favorites_api::Environment {
        table_name: environment.table_name.clone(),
        region: environment.region.clone(),
        access_key_id,
        secret_access_key,
        session_token: None,
        endpoint_url: None,
        files_bucket: Some(environment.files_bucket.clone()),
        files_endpoint_url: Some(environment.files_endpoint.clone()),
        ca_bundle: None,
    };
    file_store(&variables).expect("the endpoint is the address of a server of this process")
}

/// Returns a function's answer, or its error in the form in which the Lambda runtime reports it.
async fn reported<E: Display>(
    answer: impl Future<Output = Result<Value, E>>,
) -> Result<Value, FunctionError> {
    answer.await.map_err(|error| FunctionError::new("HandlerError", error.to_string()))
}
