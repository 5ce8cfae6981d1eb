//! Calls.

use std::time::Duration;

use aws_config::SdkConfig;
use aws_credential_types::Credentials;
use aws_credential_types::provider::ProvideCredentials as _;
use aws_credential_types::provider::error::CredentialsError;
use backon::Retryable as _;
use http::{HeaderValue, Request};
use reqwest::redirect::Policy;
use url::Url;

use super::arn::Arn;
use super::error::AwsError;
use super::refusal::{Refusal, RefusalKind};
use super::settings::sdk_config;
use super::sign::add_signature;
use crate::backoff::waits;

/// The time limit for a connection.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// The time limit for an attempt: longer than that of the function for reconciliation, which answers at its end.
const ATTEMPT_TIMEOUT: Duration = Duration::from_mins(5);

/// A call of an operation, which may be repeated.
#[derive(Debug)]
pub(crate) struct Call<'a> {
    /// The resource, which also names the service and its region.
    pub(crate) resource: &'a Arn,
    /// The path below the service's address, already percent-encoded.
    pub(crate) path: String,
    /// The headers that the operation needs.
    pub(crate) headers: &'a [(&'static str, &'static str)],
    /// The body, in JSON.
    pub(crate) body: String,
}

/// The answer of a service.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) body: String,
    /// Lambda ran the function, and the function failed.
    pub(crate) is_function_error: bool,
}

/// AWS services, for the caller whose credentials the environment has.
#[derive(Debug)]
pub(crate) struct Aws {
    http: reqwest::Client,
    config: SdkConfig,
    retries: usize,
}

impl Aws {
    pub(crate) async fn connect(retries: usize) -> Result<Self, AwsError> {
        let http = reqwest::Client::builder()
            .connect_timeout(CONNECT_TIMEOUT)
            .timeout(ATTEMPT_TIMEOUT)
            .redirect(Policy::none())
            .build()
            .map_err(AwsError::Setup)?;
        Ok(Self { http, config: sdk_config().await, retries })
    }

    /// Sends a call, and again while AWS can't be reached or is busy.
    pub(crate) async fn send(&self, call: &Call<'_>) -> Result<Reply, AwsError> {
        (|| self.attempt(call)).retry(waits(self.retries)).when(may_repeat).await
    }

    async fn attempt(&self, call: &Call<'_>) -> Result<Reply, AwsError> {
        let endpoint = self.endpoint(call.resource);
        let request = self.sign(call, &endpoint).await?;
        let unreachable = |source: reqwest::Error| AwsError::Unreachable {
            endpoint: endpoint.clone(),
            source: source.without_url(),
        };
        let request = reqwest::Request::try_from(request).map_err(AwsError::Setup)?;
        let answer = self.http.execute(request).await.map_err(unreachable)?;
        let (status, headers) = (answer.status(), answer.headers().clone());
        let body = answer.text().await.map_err(unreachable)?;
        if !status.is_success() {
            let error_type = headers.get("x-amzn-errortype").and_then(|value| value.to_str().ok());
            return Err(AwsError::Refused { refusal: Refusal::read(status, error_type, &body) });
        }
        Ok(Reply { body, is_function_error: headers.contains_key("x-amz-function-error") })
    }

    async fn sign(&self, call: &Call<'_>, endpoint: &str) -> Result<Request<String>, AwsError> {
        let parse_error = |source| AwsError::Endpoint { endpoint: endpoint.to_owned(), source };
        let url = Url::parse(endpoint).and_then(|url| url.join(&call.path)).map_err(parse_error)?;
        let mut request = Request::post(url.as_str())
            .body(call.body.clone())
            .map_err(|error| AwsError::Sign(error.into()))?;
        for (name, value) in call.headers {
            request.headers_mut().insert(*name, HeaderValue::from_static(value));
        }
        let credentials = self.credentials().await?;
        add_signature(&mut request, call.resource.service(), call.resource.region(), credentials)?;
        Ok(request)
    }

    fn endpoint(&self, resource: &Arn) -> String {
        let variable = std::env::var(resource.service().endpoint_variable()).ok();
        let other = variable.filter(|url| !url.is_empty());
        other.or_else(|| self.config.endpoint_url().map(str::to_owned)).unwrap_or_else(|| resource.endpoint())
    }

    async fn credentials(&self) -> Result<Credentials, AwsError> {
        let provider = self.config.credentials_provider();
        let provider =
            provider.ok_or_else(|| AwsError::Credentials(CredentialsError::not_loaded_no_source()))?;
        provider.provide_credentials().await.map_err(AwsError::Credentials)
    }
}

fn may_repeat(error: &AwsError) -> bool {
    match error {
        AwsError::Unreachable { .. } => true,
        AwsError::Refused { refusal } => refusal.kind() == RefusalKind::Busy,
        _ => false,
    }
}
