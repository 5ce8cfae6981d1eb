//! The HTTP client below the SDK: HTTP/1.1 over rustls on ring.
//!
//! The SDK's own client brings HTTP/2, which DynamoDB does not speak, proxies, and a choice of TLS providers. Without them a
//! function is smaller and starts faster; `docs/cold-start.md` has the figures.

use std::error::Error;
use std::sync::Arc;
use std::time::Duration;

use aws_smithy_runtime_api::client::connection::{CaptureSmithyConnection, ConnectionMetadata};
use aws_smithy_runtime_api::client::http::{
    HttpClient as SdkHttpClient, HttpConnector as SdkHttpConnector, HttpConnectorFuture,
    HttpConnectorSettings, SharedHttpConnector,
};
use aws_smithy_runtime_api::client::orchestrator::{HttpRequest, HttpResponse};
use aws_smithy_runtime_api::client::result::ConnectorError;
use aws_smithy_runtime_api::client::retries::ErrorKind;
use aws_smithy_runtime_api::client::runtime_components::RuntimeComponents;
use aws_smithy_types::body::SdkBody;
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::connect::{CaptureConnection, HttpConnector, capture_connection};
use hyper_util::client::legacy::{self, Client};
use hyper_util::rt::{TokioExecutor, TokioTimer};
use rustls::{ClientConfig, RootCertStore};

use super::crypto;

/// The longest wait for a TCP connection to DynamoDB. Within a region, connecting takes a few milliseconds.
pub(super) const CONNECT_TIMEOUT: Duration = Duration::from_secs(1);

/// An HTTP client for SDK clients. Clones share its pool of connections.
#[derive(Debug, Clone)]
pub struct HttpClient(Client<HttpsConnector<HttpConnector>, SdkBody>);

impl HttpClient {
    /// A client that trusts servers with a certificate that leads to one of `roots`.
    pub(super) fn new(roots: RootCertStore) -> Self {
        Self(pool(roots))
    }

    /// Creates a client for servers on this machine, which use HTTP without TLS. It trusts no certificate, so an `https`
    /// URL fails.
    #[must_use]
    pub fn without_tls() -> Self {
        Self::new(RootCertStore::empty())
    }
}

/// Returns a pool of connections to servers with a certificate that leads to one of `roots`.
pub(super) fn pool<B>(roots: RootCertStore) -> Client<HttpsConnector<HttpConnector>, B>
where
    B: hyper::body::Body + Send,
    B::Data: Send,
{
    let mut tcp = HttpConnector::new();
    // The TLS connector above it decides about the scheme.
    tcp.enforce_http(false);
    tcp.set_nodelay(true);
    tcp.set_connect_timeout(Some(CONNECT_TIMEOUT));
    let connector = HttpsConnectorBuilder::new()
        .with_tls_config(tls(roots))
        // A local engine speaks HTTP without TLS.
        .https_or_http()
        .enable_http1()
        .wrap_connector(tcp);
    Client::builder(TokioExecutor::new()).pool_timer(TokioTimer::new()).build(connector)
}

fn tls(roots: RootCertStore) -> ClientConfig {
    ClientConfig::builder_with_provider(Arc::new(crypto::provider()))
        .with_safe_default_protocol_versions()
        .expect("there are cipher suites for every version that is compiled in")
        .with_root_certificates(roots)
        .with_no_client_auth()
}

impl SdkHttpClient for HttpClient {
    /// The settings hold timeouts. Connecting has its own here, and the SDK ends an attempt that takes too long.
    fn http_connector(&self, _: &HttpConnectorSettings, _: &RuntimeComponents) -> SharedHttpConnector {
        SharedHttpConnector::new(self.clone())
    }
}

impl SdkHttpConnector for HttpClient {
    fn call(&self, request: HttpRequest) -> HttpConnectorFuture {
        let mut request = match request.try_into_http1x() {
            Ok(request) => request,
            Err(error) => return HttpConnectorFuture::ready(Err(ConnectorError::user(error.into()))),
        };
        let connection = capture_connection(&mut request);
        if let Some(capture) = request.extensions().get::<CaptureSmithyConnection>() {
            capture.set_connection_retriever(move || metadata(&connection));
        }
        let response = self.0.request(request);
        HttpConnectorFuture::new(async move {
            let response = response.await.map_err(connector_error)?;
            HttpResponse::try_from(response.map(SdkBody::from_body_1_x))
                .map_err(|error| ConnectorError::other(error.into(), None))
        })
    }
}

/// The connection that a request went over, so that the SDK can take it out of the pool after an error of the server or the
/// transport.
fn metadata(connection: &CaptureConnection) -> Option<ConnectionMetadata> {
    let is_proxied = connection.connection_metadata().as_ref()?.is_proxied();
    let connection = connection.clone();
    let poison = move || {
        if let Some(connected) = connection.connection_metadata().as_ref() {
            connected.poison();
        }
    };
    Some(ConnectionMetadata::builder().proxied(is_proxied).poison_fn(poison).build())
}

/// The kind decides whether the SDK tries again: it does for I/O errors and for a connection that ended within an answer.
fn connector_error(error: legacy::Error) -> ConnectorError {
    let hyper = source::<hyper::Error>(&error);
    let is = |kind: fn(&hyper::Error) -> bool| hyper.is_some_and(kind);
    if is(hyper::Error::is_user) {
        ConnectorError::user(error.into())
    } else if is(hyper::Error::is_timeout) {
        ConnectorError::timeout(error.into())
    } else if is(hyper::Error::is_incomplete_message) {
        ConnectorError::other(error.into(), Some(ErrorKind::TransientError))
    } else if error.is_connect()
        || is(hyper::Error::is_closed)
        || is(hyper::Error::is_canceled)
        || source::<std::io::Error>(&error).is_some()
    {
        ConnectorError::io(error.into())
    } else {
        ConnectorError::other(error.into(), None)
    }
}

/// The first error of type `E` among the causes of `error`.
fn source<'a, E: Error + 'static>(error: &'a (dyn Error + 'static)) -> Option<&'a E> {
    std::iter::successors(error.source(), |&error| error.source()).find_map(|error| error.downcast_ref())
}
