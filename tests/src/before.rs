//! Intercepts the requests of an SDK's HTTP client.

use std::fmt;
use std::sync::Arc;

use aws_smithy_runtime_api::client::http::{
    HttpClient, HttpConnector, HttpConnectorFuture, HttpConnectorSettings, SharedHttpClient,
    SharedHttpConnector,
};
use aws_smithy_runtime_api::client::orchestrator::HttpRequest;
use aws_smithy_runtime_api::client::runtime_components::RuntimeComponents;

/// A function that handles a request. It also receives the connector that would send the request.
type Call = Arc<dyn Fn(&SharedHttpConnector, HttpRequest) -> HttpConnectorFuture + Send + Sync>;

/// Wraps the HTTP client `engine`. The result passes every request to `call`, including the SDK's retries.
///
/// ```
/// use aws_smithy_runtime_api::client::http::HttpConnector as _;
/// use aws_smithy_runtime_api::client::http::{HttpConnectorFuture, SharedHttpClient};
/// use favorites_tests::before;
///
/// /// A client that never answers.
/// fn stalled(engine: SharedHttpClient) -> SharedHttpClient {
///     before(engine, |_, _| HttpConnectorFuture::new(std::future::pending()))
/// }
///
/// /// A client that prints the URI of each request.
/// fn talking(engine: SharedHttpClient) -> SharedHttpClient {
///     before(engine, |engine, request| {
///         eprintln!("{}", request.uri());
///         engine.call(request)
///     })
/// }
/// ```
pub fn before(
    engine: SharedHttpClient,
    call: impl Fn(&SharedHttpConnector, HttpRequest) -> HttpConnectorFuture + Send + Sync + 'static,
) -> SharedHttpClient {
    SharedHttpClient::new(Before { engine, call: Arc::new(call) })
}

struct Before {
    engine: SharedHttpClient,
    call: Call,
}

impl HttpClient for Before {
    fn http_connector(
        &self,
        settings: &HttpConnectorSettings,
        components: &RuntimeComponents,
    ) -> SharedHttpConnector {
        let engine = self.engine.http_connector(settings, components);
        SharedHttpConnector::new(Connector { engine, call: Arc::clone(&self.call) })
    }
}

impl fmt::Debug for Before {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Before").field("engine", &self.engine).finish_non_exhaustive()
    }
}

struct Connector {
    engine: SharedHttpConnector,
    call: Call,
}

impl HttpConnector for Connector {
    fn call(&self, request: HttpRequest) -> HttpConnectorFuture {
        (self.call)(&self.engine, request)
    }
}

impl fmt::Debug for Connector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Connector").field("engine", &self.engine).finish_non_exhaustive()
    }
}
