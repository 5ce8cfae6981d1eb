//! Errors of the client.

use std::time::Duration;

use reqwest::StatusCode;

use super::problem::Problem;

/// A request failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ClientError {
    /// The HTTP client can't be made: the system's certificates can't be used, for example.
    #[error("the HTTP client can't be set up")]
    Setup(#[source] reqwest::Error),
    /// The service can't be connected to, or does not answer in time.
    #[error("the service at {api} can't be reached")]
    Unreachable { api: String, source: reqwest::Error },
    /// The service answered with an error.
    #[error("{problem}{hint}", hint = hint(problem.status(), *.retry_after))]
    Refused { problem: Box<Problem>, retry_after: Option<Duration> },
    /// The store of files answered with an error.
    #[error("the link to the file was refused: {0}; run the command again")]
    FileRefused(Box<Problem>),
    /// A downloaded file can't be written.
    #[error("the file can't be written")]
    Disk(#[source] std::io::Error),
    /// The answer has another form than the API's.
    #[error("{api} gives answers that are not those of a favorites service; check the address")]
    Unexpected { api: String, source: serde_json::Error },
}

/// Says what to do about an error with this status.
fn hint(status: StatusCode, retry_after: Option<Duration>) -> String {
    match (status, retry_after) {
        (StatusCode::UNAUTHORIZED, _) => {
            "\n  The token is missing, expired or of another service: run `favorites login`, or set FAVORITES_TOKEN".to_owned()
        }
        (_, Some(wait)) => format!("\n  Try again in {} seconds", wait.as_secs()),
        _ => String::new(),
    }
}
