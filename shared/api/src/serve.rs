//! Serving a handler as a Lambda function.

use std::{env, fmt, io};

use aws_config::BehaviorVersion;
use aws_smithy_http_client::tls::{Provider, rustls_provider::CryptoMode};
use favorites::{Client, Favorites};
use lambda_runtime::{Diagnostic, LambdaEvent, service_fn};
use serde_json::Value;
use tracing_subscriber::EnvFilter;

use crate::handler::{Handler, answer};
use crate::in_process::FunctionError;

/// The environment variable that names the table.
pub const TABLE_NAME: &str = "TABLE_NAME";

/// Why a function does not start, or stopped.
#[derive(thiserror::Error)]
pub enum ServeError {
    /// No table is named.
    #[error("the environment variable {TABLE_NAME} must name the table; it is missing or empty")]
    TableName,
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

/// Serves `handler` until Lambda ends the process. This is the whole `main` of a function:
///
/// ```no_run
/// # use favorites_api::{Favorites, Problem, Request, Response, ServeError};
/// # async fn handler(_: &Favorites, _: Request) -> Result<Response, Problem> { Ok(Response::no_content()) }
/// #[tokio::main(flavor = "current_thread")]
/// async fn main() -> Result<(), ServeError> {
///     favorites_api::serve(handler).await
/// }
/// ```
///
/// # Errors
/// [`ServeError`], before the first request or when the runtime stops.
///
/// # Panics
/// When it is not started by Lambda: the variables of the Lambda runtime interface are missing then (see "Defined runtime environment
/// variables" in the Lambda developer guide).
pub async fn serve<H>(handler: H) -> Result<(), ServeError>
where
    H: for<'a> Handler<'a>,
{
    log_to_stdout();
    let favorites = connect().await?;
    let (handler, favorites) = (&handler, &favorites);
    let function = service_fn(move |event: LambdaEvent<Value>| async move {
        answer(handler, favorites, event).await.map_err(FunctionError::Event)
    });
    lambda_runtime::run(function).await.map_err(ServeError::Runtime)
}

/// The service on the table that the environment names: `TABLE_NAME`, and what the AWS SDK reads itself (`AWS_REGION`, credentials,
/// `AWS_ENDPOINT_URL_DYNAMODB` for another engine).
///
/// # Errors
/// [`ServeError::TableName`].
pub async fn connect() -> Result<Favorites, ServeError> {
    let table = env::var(TABLE_NAME).ok().filter(|name| !name.is_empty()).ok_or(ServeError::TableName)?;
    // On ring: the SDK's own default is AWS-LC, which spends 22 ms of CPU at each cold start on seeding itself.
    let http_client =
        aws_smithy_http_client::Builder::new().tls_provider(Provider::Rustls(CryptoMode::Ring)).build_https();
    let config = aws_config::defaults(BehaviorVersion::latest()).http_client(http_client).load().await;
    Ok(Favorites::new(Client::new(&config), table))
}

/// Logs as JSON lines, the form that Lambda's JSON log format takes over (see "Log and monitor Rust Lambda functions" in its developer
/// guide). `RUST_LOG` chooses what is logged; `info` without it.
pub fn log_to_stdout() {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    // It fails only where a subscriber is set already, and then that one is meant.
    let _ = tracing_subscriber::fmt()
        .json()
        .flatten_event(true)
        .with_env_filter(filter)
        .with_writer(io::stdout)
        .try_init();
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

    #[tokio::test]
    async fn a_missing_table_name_says_so() {
        // Nothing here sets it, and no test may: the environment belongs to the whole process.
        let error = connect().await.err().map(|error| format!("{error:?}"));
        assert_eq!(
            error.as_deref(),
            Some("the environment variable TABLE_NAME must name the table; it is missing or empty")
        );
    }
}
