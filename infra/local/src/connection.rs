//! The connection of SDK clients to DynamoDB.

use std::sync::{Arc, Weak};

use aws_smithy_runtime_api::client::http::{
    HttpClient as SdkHttpClient, HttpConnector, HttpConnectorFuture, HttpConnectorSettings, SharedHttpClient,
    SharedHttpConnector,
};
use aws_smithy_runtime_api::client::orchestrator::{HttpRequest, HttpResponse};
use aws_smithy_runtime_api::client::result::ConnectorError;
use aws_smithy_runtime_api::client::runtime_components::RuntimeComponents;
use aws_smithy_types::body::SdkBody;
use axum::body::{Body, to_bytes};
use favorites_api::HttpClient;

use crate::dynamodb::{Endpoint, MAX_REQUEST_BYTES};

/// The connection of SDK clients to DynamoDB and its streams.
#[derive(Debug, Clone)]
pub struct Connection {
    url: String,
    /// `None` for an engine in another process.
    engine: Option<InProcess>,
}

impl Connection {
    /// Connects over HTTP to the server at `url`, such as `http://127.0.0.1:8000`.
    #[must_use]
    pub fn over_http(url: impl Into<String>) -> Self {
        Self { url: url.into(), engine: None }
    }

    /// Connects to `endpoint` without a socket. Other processes reach it at `url`.
    pub(crate) fn in_process(url: String, endpoint: &Arc<Endpoint>) -> Self {
        Self { url, engine: Some(InProcess(Arc::downgrade(endpoint))) }
    }

    /// Returns the address of DynamoDB for other processes, as a URL without a slash at the end.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Returns an HTTP client for the SDK.
    pub(crate) fn http_client(&self) -> SharedHttpClient {
        match &self.engine {
            Some(engine) => SharedHttpClient::new(engine.clone()),
            None => SharedHttpClient::new(HttpClient::without_tls()),
        }
    }
}

/// Passes requests to an endpoint of this process while its service runs.
#[derive(Debug, Clone)]
struct InProcess(Weak<Endpoint>);

/// A request that does not reach the endpoint.
#[derive(Debug, thiserror::Error)]
enum NotSent {
    #[error("the local service has ended: start it again, and make a new client")]
    Ended,
    #[error("the request has {0} bytes, and DynamoDB accepts at most {MAX_REQUEST_BYTES}: send less at once")]
    TooLarge(usize),
}

impl InProcess {
    async fn send(self, request: HttpRequest) -> Result<HttpResponse, ConnectorError> {
        // Other tasks must get a turn between two requests, even if the engine answers at once.
        tokio::task::yield_now().await;
        let endpoint = self.0.upgrade().ok_or_else(|| ConnectorError::io(NotSent::Ended.into()))?;
        let request = request.try_into_http1x().map_err(|error| ConnectorError::user(error.into()))?;
        let (head, body) = request.into_parts();
        // The body is in memory already.
        let body = to_bytes(Body::new(body), usize::MAX).await;
        let body = body.map_err(|error| ConnectorError::user(error.into()))?;
        if body.len() > MAX_REQUEST_BYTES {
            return Err(ConnectorError::user(NotSent::TooLarge(body.len()).into()));
        }
        let (status, json) = endpoint.answer(&head.headers, body).await;
        Ok(HttpResponse::new(status.into(), SdkBody::from(json)))
    }
}

impl HttpConnector for InProcess {
    fn call(&self, request: HttpRequest) -> HttpConnectorFuture {
        HttpConnectorFuture::new(self.clone().send(request))
    }
}

impl SdkHttpClient for InProcess {
    fn http_connector(&self, _: &HttpConnectorSettings, _: &RuntimeComponents) -> SharedHttpConnector {
        SharedHttpConnector::new(self.clone())
    }
}
