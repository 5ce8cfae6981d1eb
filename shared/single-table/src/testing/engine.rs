//! The engine behind the fault layer.

use aws_smithy_runtime_api::client::http::{HttpConnector as _, HttpConnectorFuture, SharedHttpConnector};
use aws_smithy_runtime_api::client::orchestrator::{HttpRequest, HttpResponse};
use aws_smithy_runtime_api::client::result::ConnectorError;
use aws_smithy_types::body::SdkBody;
use aws_smithy_types::byte_stream::ByteStream;
use serde_json::Value;

/// The engine behind the fault layer, with the request that was sent to it.
#[derive(Debug)]
pub(super) struct Engine {
    pub(super) connector: SharedHttpConnector,
    pub(super) http: HttpRequest,
    pub(super) asked: Value,
}

/// The answer of an engine.
pub(super) enum Outcome {
    /// A result, in DynamoDB's JSON.
    Done(Value),
    /// An exception or another failure, unchanged.
    Refused(HttpResponse),
}

impl Engine {
    /// Sends the request with another body.
    pub(super) fn ask(&self, body: &Value) -> HttpConnectorFuture {
        let mut http = self.http.try_clone().expect("its body was read, so it is not a stream");
        // The signature covers the exact bytes, so an unchanged body is sent as it is.
        if *body != self.asked {
            let text = body.to_string();
            http.headers_mut().insert("content-length", text.len().to_string());
            *http.body_mut() = SdkBody::from(text);
        }
        self.connector.call(http)
    }
}

impl Outcome {
    /// Reads the whole body of an answer.
    pub(super) async fn of(mut response: HttpResponse) -> Result<Self, ConnectorError> {
        if !response.status().is_success() {
            return Ok(Self::Refused(response));
        }
        let body = ByteStream::new(response.take_body()).collect().await;
        let body = body.map_err(|error| ConnectorError::io(error.into()))?;
        let result = serde_json::from_slice(&body.into_bytes());
        result.map(Self::Done).map_err(|error| ConnectorError::other(error.into(), None))
    }
}
