//! Sending requests.

use std::time::Duration;

use backon::{BackoffBuilder as _, ExponentialBuilder};
use bytes::Bytes;
use http::header::{HeaderMap, HeaderName};
use http::{Method, Request, Response, StatusCode};
use http_body_util::{BodyExt as _, Full, Limited};
use hyper::body::Incoming;
use tokio::time::timeout;

use crate::error::Error;
use crate::key::FileKey;
use crate::store::FileStore;

/// The time for which a request is signed. Each attempt is signed again.
const VALID: Duration = Duration::from_mins(5);

/// The longest wait for the head of an answer, with the time that the request's body takes: a part of some megabytes.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(20);

/// The longest wait for a piece of an answer's body.
pub(crate) const PIECE_TIMEOUT: Duration = Duration::from_secs(10);

/// The number of attempts after the first one.
const RETRIES: usize = 3;

/// The first pause between two attempts.
const FIRST_PAUSE: Duration = Duration::from_millis(50);

/// The most bytes of a body that is held in memory: XML, and errors.
const HELD_BYTES: usize = 256 * 1024;

/// The most characters of an answer that an error shows.
const SHOWN_CHARS: usize = 200;

/// A request, without the signature.
pub(crate) struct Outgoing<'a> {
    pub(crate) operation: &'static str,
    pub(crate) method: Method,
    /// The file, or `None` for the bucket.
    pub(crate) key: Option<&'a FileKey>,
    pub(crate) query: &'a [(&'a str, &'a str)],
    pub(crate) headers: &'a [(&'static str, &'a str)],
    pub(crate) body: Bytes,
}

impl<'a> Outgoing<'a> {
    /// Makes a request of a file, without parameters, headers and a body.
    pub(crate) fn new(operation: &'static str, method: Method, key: &'a FileKey) -> Self {
        Self { operation, method, key: Some(key), query: &[], headers: &[], body: Bytes::new() }
    }
}

/// An answer with a short body.
pub(crate) struct Answer {
    operation: &'static str,
    headers: HeaderMap,
    pub(crate) text: String,
}

/// The pauses between the attempts of a request.
pub(crate) fn pauses() -> impl Iterator<Item = Duration> + Send {
    ExponentialBuilder::new().with_jitter().with_min_delay(FIRST_PAUSE).with_max_times(RETRIES).build()
}

/// Waits before the next attempt.
///
/// # Errors
/// The error of the last attempt, if another one would not help, or if there were enough.
pub(crate) async fn pause(
    error: Error,
    pauses: &mut (impl Iterator<Item = Duration> + Send),
) -> Result<(), Error> {
    let pause = pauses.next().filter(|_| error.is_temporary());
    let Some(pause) = pause else { return Err(error) };
    tracing::info!(%error, "a request to S3 is sent again");
    tokio::time::sleep(pause).await;
    Ok(())
}

impl FileStore {
    /// Sends a request whose answer has a short body. Tries again after an error that passes by itself.
    pub(crate) async fn send(&self, request: &Outgoing<'_>) -> Result<Answer, Error> {
        let mut pauses = pauses();
        loop {
            match self.answer(request).await {
                Ok(answer) => return Ok(answer),
                Err(error) => pause(error, &mut pauses).await?,
            }
        }
    }

    async fn answer(&self, request: &Outgoing<'_>) -> Result<Answer, Error> {
        let Outgoing { operation, .. } = *request;
        let answer = self.attempt(request).await?;
        let headers = answer.headers().clone();
        Ok(Answer { operation, headers, text: text(operation, answer).await? })
    }

    /// Signs a request and sends it once.
    pub(crate) async fn attempt(&self, request: &Outgoing<'_>) -> Result<Response<Incoming>, Error> {
        let operation = request.operation;
        let url = self.sign(request, VALID)?;
        let mut builder = Request::builder().method(&request.method).uri(url.as_str());
        for (name, value) in request.headers {
            builder = builder.header(*name, *value);
        }
        let outgoing = builder.body(Full::new(request.body.clone()));
        let outgoing = outgoing.map_err(|error| Error::Answer { operation, reason: error.to_string() })?;
        let answer = timeout(ANSWER_TIMEOUT, self.http.request(outgoing)).await;
        let answer = answer.map_err(|_| Error::Late { operation })?;
        let answer = answer.map_err(|source| Error::Unreachable { operation, source: source.into() })?;
        match answer.status() {
            status if status.is_success() => Ok(answer),
            StatusCode::NOT_FOUND if let Some(key) = request.key => Err(Error::Missing(key.to_string())),
            status => {
                let text = text(operation, answer).await.unwrap_or_default();
                Err(Error::Refused { operation, status, code: error_code(&text) })
            }
        }
    }
}

impl Answer {
    /// Returns a header.
    ///
    /// # Errors
    /// [`Error::Answer`] if the answer does not have it.
    pub(crate) fn header(&self, name: &HeaderName) -> Result<&str, Error> {
        let value = self.headers.get(name).and_then(|value| value.to_str().ok());
        value.ok_or_else(|| self.unreadable(format_args!("it has no {name}")))
    }

    /// Returns the error of an answer that is not as it should be.
    pub(crate) fn unreadable(&self, reason: impl std::fmt::Display) -> Error {
        Error::Answer { operation: self.operation, reason: reason.to_string() }
    }
}

/// Reads a short body as text.
async fn text(operation: &'static str, answer: Response<Incoming>) -> Result<String, Error> {
    let body = Limited::new(answer.into_body(), HELD_BYTES).collect();
    let body = timeout(PIECE_TIMEOUT, body).await.map_err(|_| Error::Late { operation })?;
    let body = body.map_err(|source| Error::Unreachable { operation, source })?;
    Ok(String::from_utf8_lossy(&body.to_bytes()).into_owned())
}

/// Returns the content of `<Code>`, which S3's errors have (see "Error responses" in the Amazon S3 API reference).
fn error_code(text: &str) -> String {
    let code = text.split_once("<Code>").and_then(|(_, rest)| rest.split_once("</Code>"));
    code.map_or_else(|| text.chars().take(SHOWN_CHARS).collect(), |(code, _)| code.to_owned())
}
