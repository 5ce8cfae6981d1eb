//! The connection to the service.

use std::time::Duration;

use backon::Retryable as _;
use reqwest::header::{AUTHORIZATION, CONTENT_TYPE, HeaderMap, RETRY_AFTER};
use reqwest::redirect::Policy;
use serde::de::DeserializeOwned;

use super::api_url::ApiUrl;
use super::error::ClientError;
use super::problem::Problem;
use super::request::Request;
use super::retry;
use super::token::Token;
use crate::backoff;

/// The time limit for a connection.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// The time limit for an attempt: a little longer than the 30 seconds of API Gateway ("Quotas for HTTP APIs").
const ATTEMPT_TIMEOUT: Duration = Duration::from_secs(35);

/// A client of the service for one user.
#[derive(Debug)]
pub(crate) struct Client {
    http: reqwest::Client,
    api: ApiUrl,
    retries: usize,
}

impl Client {
    /// Creates a client that sends `token` to the service at `api`, and repeats a request up to `retries` times.
    pub(crate) fn new(api: ApiUrl, token: &Token, retries: usize) -> Result<Self, ClientError> {
        let mut builder = reqwest::Client::builder()
            .user_agent(concat!("favorites-cli/", env!("CARGO_PKG_VERSION")))
            .default_headers(HeaderMap::from_iter([(AUTHORIZATION, token.header())]))
            .connect_timeout(CONNECT_TIMEOUT)
            .timeout(ATTEMPT_TIMEOUT)
            // The service answers no redirects, and the token must not go elsewhere.
            .redirect(Policy::none());
        if api.is_loopback() {
            builder = builder.no_proxy();
        }
        Ok(Self { http: builder.build().map_err(ClientError::Setup)?, api, retries })
    }

    /// Returns the number of times that a request is repeated.
    pub(crate) fn retries(&self) -> usize {
        self.retries
    }

    /// Sends `request` and reads the answer.
    pub(crate) async fn fetch<T: DeserializeOwned>(&self, request: Request) -> Result<T, ClientError> {
        let body = self.send(request).await?;
        let unexpected = |source| ClientError::Unexpected { api: self.api.to_string(), source };
        serde_json::from_str(&body).map_err(unexpected)
    }

    /// Sends `request` and returns the body of the answer.
    pub(crate) async fn send(&self, request: Request) -> Result<String, ClientError> {
        (|| self.attempt(&request))
            .retry(backoff::waits(self.retries))
            .when(|error| retry::may_repeat(error, request.repeat))
            .adjust(retry::wait_after)
            .await
    }

    async fn attempt(&self, request: &Request) -> Result<String, ClientError> {
        let unreachable = |source: reqwest::Error| ClientError::Unreachable {
            api: self.api.to_string(),
            source: source.without_url(),
        };
        let answer = self.prepare(request).send().await.map_err(unreachable)?;
        let status = answer.status();
        let retry_after = retry_after(answer.headers());
        let body = answer.text().await.map_err(unreachable)?;
        if status.is_success() {
            Ok(body)
        } else {
            Err(ClientError::Refused { problem: Box::new(Problem::read(status, &body)), retry_after })
        }
    }

    fn prepare(&self, request: &Request) -> reqwest::RequestBuilder {
        let mut builder = self.http.request(request.method.clone(), self.api.resource(&request.path));
        if !request.query.is_empty() {
            builder = builder.query(&request.query);
        }
        for (name, value) in &request.headers {
            builder = builder.header(*name, value);
        }
        match &request.body {
            Some(body) => builder.header(CONTENT_TYPE, "application/json").body(body.clone()),
            None => builder,
        }
    }
}

/// Reads the seconds in `Retry-After`. The service does not use the form with a date.
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    headers.get(RETRY_AFTER)?.to_str().ok()?.trim().parse().ok().map(Duration::from_secs)
}
