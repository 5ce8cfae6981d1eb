//! Serving a route as a Lambda function.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};

use favorites::Favorites;
use lambda_runtime::{Diagnostic, LambdaEvent, service_fn};
use serde_json::value::RawValue;

use crate::call::Call;
use crate::connect::{ConnectError, Environment};
use crate::deadline::Deadline;
use crate::event;
use crate::handler::answer;
use crate::in_process::FunctionError;
use crate::log::{LogLevelError, log_to_stdout};
use crate::route::Route;
use crate::user_hash::UserHashKey;

/// Why a function does not start, or stopped.
#[derive(thiserror::Error)]
pub enum ServeError {
    /// The environment chooses no log level.
    #[error(transparent)]
    LogLevel(#[from] LogLevelError),
    /// The function can't be connected to its table.
    #[error(transparent)]
    Connect(#[from] ConnectError),
    /// The environment lacks what a function without a table needs.
    #[error("{0}")]
    Environment(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The Lambda runtime can't be reached, or gave up.
    #[error("the Lambda runtime stopped: {0}")]
    Runtime(lambda_runtime::Error),
}

/// The message itself: `main` prints its error in this form.
impl fmt::Debug for ServeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl From<FunctionError> for Diagnostic {
    fn from(error: FunctionError) -> Self {
        Self { error_type: "FunctionError".to_owned(), error_message: error.to_string() }
    }
}

/// Serves `route` until Lambda ends the process.
///
/// ```no_run
/// # use favorites_api::{Response, Route, ServeError};
/// static ROUTE: Route = Route::get("/nothing", "get-nothing", |_, _| {
///     Box::pin(async { Ok(Response::no_content()) })
/// });
///
/// #[tokio::main(flavor = "current_thread")]
/// async fn main() -> Result<(), ServeError> {
///     favorites_api::serve(&ROUTE).await
/// }
/// ```
///
/// # Errors
/// [`ServeError`], before the first request or when the runtime stops.
///
/// # Panics
/// Panics if Lambda did not start the process: then the variables of the Lambda runtime interface are missing (see "Defined runtime environment
/// variables" in the Lambda developer guide).
pub async fn serve(route: &'static Route) -> Result<(), ServeError> {
    let favorites = start(route.connect)?;
    let user_hash_key = UserHashKey::from_environment();
    let is_cold_start = AtomicBool::new(true);
    let (favorites, user_hash_key, is_cold_start) = (&favorites, &user_hash_key, &is_cold_start);
    let function =
        service_fn(move |LambdaEvent { payload, context }: LambdaEvent<Box<RawValue>>| async move {
            let mut json = serde_json::Deserializer::from_str(payload.get());
            let event = event::read(&mut json).map_err(FunctionError::Event)?;
            let call = Call {
                deadline: Deadline::at(context.deadline()),
                trace_id: context.xray_trace_id.as_deref(),
                is_cold_start: is_cold_start.swap(false, Ordering::Relaxed),
                user_hash_key,
            };
            Ok::<_, FunctionError>(answer(route, favorites, event, &call).await)
        });
    lambda_runtime::run(function).await.map_err(ServeError::Runtime)
}

/// Starts a function, before its first call: it logs from then on, and is connected to its table.
pub(crate) fn start(
    connect: impl FnOnce(&Environment) -> Result<Favorites, ConnectError>,
) -> Result<Favorites, ServeError> {
    log_to_stdout()?;
    let environment = Environment::read().map_err(ConnectError::from)?;
    Ok(connect(&environment)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_runtime_is_told_the_reason() {
        let told = Diagnostic::from(FunctionError::Panic);
        assert_eq!(
            (told.error_type.as_str(), told.error_message.as_str()),
            ("FunctionError", "the handler panicked")
        );
    }
}
