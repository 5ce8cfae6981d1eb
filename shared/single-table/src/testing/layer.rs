//! The HTTP client that injects faults.

use aws_smithy_runtime_api::box_error::BoxError;
use aws_smithy_runtime_api::client::connector_metadata::ConnectorMetadata;
use aws_smithy_runtime_api::client::http::{
    HttpClient, HttpConnector, HttpConnectorFuture, HttpConnectorSettings, SharedHttpClient,
    SharedHttpConnector,
};
use aws_smithy_runtime_api::client::orchestrator::{HttpRequest, HttpResponse};
use aws_smithy_runtime_api::client::result::ConnectorError;
use aws_smithy_runtime_api::client::runtime_components::{RuntimeComponents, RuntimeComponentsBuilder};
use aws_smithy_types::config_bag::ConfigBag;
use serde_json::Value;

use aws_sdk_dynamodb::Client;

use super::answer::Answer;
use super::engine::Engine;
use super::fault::Fault;
use super::faults::Faults;
use super::request::Request;
use super::{batch, pages};

/// An HTTP client in front of another one.
#[derive(Debug)]
struct Layer {
    engine: SharedHttpClient,
    faults: Faults,
}

impl Faults {
    /// Returns a client with the configuration of `client` whose requests go through this layer.
    ///
    /// # Panics
    /// Panics if the configuration of `client` names no HTTP client: set one with `http_client`.
    #[must_use]
    pub fn client(&self, client: &Client) -> Client {
        let engine = client
            .config()
            .http_client()
            .expect("the configuration of the client has no `http_client`: set one");
        let layer = Layer { engine, faults: self.clone() };
        Client::from_conf(client.config().to_builder().http_client(layer).build())
    }
}

impl HttpClient for Layer {
    fn http_connector(
        &self,
        settings: &HttpConnectorSettings,
        components: &RuntimeComponents,
    ) -> SharedHttpConnector {
        let engine = self.engine.http_connector(settings, components);
        SharedHttpConnector::new(Connector { engine, faults: self.faults.clone() })
    }

    fn validate_base_client_config(
        &self,
        components: &RuntimeComponentsBuilder,
        config: &ConfigBag,
    ) -> Result<(), BoxError> {
        HttpClient::validate_base_client_config(&self.engine, components, config)
    }

    fn validate_final_config(
        &self,
        components: &RuntimeComponents,
        config: &ConfigBag,
    ) -> Result<(), BoxError> {
        HttpClient::validate_final_config(&self.engine, components, config)
    }

    fn connector_metadata(&self) -> Option<ConnectorMetadata> {
        self.engine.connector_metadata()
    }
}

#[derive(Debug)]
struct Connector {
    engine: SharedHttpConnector,
    faults: Faults,
}

impl HttpConnector for Connector {
    fn call(&self, http: HttpRequest) -> HttpConnectorFuture {
        let Some(request) = Request::read(&http) else { return self.engine.call(http) };
        let fault = self.faults.meet(request.operation);
        self.faults.log.push(request.clone());
        let rewinds = self.faults.rewinds.clone();
        let engine = Engine { connector: self.engine.clone(), http, asked: request.body.clone() };
        HttpConnectorFuture::new(async move {
            let mut body = request.body;
            match fault {
                None => {
                    rewinds.apply(&mut body);
                    engine.ask(&body).await
                }
                Some(Fault::Throttled(_)) => Ok(Answer::throttled().into_response()),
                Some(Fault::Conflict) => Ok(conflict(&body)),
                Some(Fault::LostRequest(_)) => {
                    Err(ConnectorError::io("the connection broke before the request was sent".into()))
                }
                Some(Fault::LostResponse(_)) => {
                    rewinds.apply(&mut body);
                    engine.ask(&body).await?;
                    Err(ConnectorError::io("the connection broke before the answer came".into()))
                }
                Some(Fault::UnprocessedKeys { every }) => {
                    batch::hand_back(&engine, body, every, "UnprocessedKeys").await
                }
                Some(Fault::UnprocessedItems { every }) => {
                    batch::hand_back(&engine, body, every, "UnprocessedItems").await
                }
                Some(Fault::SmallPage { items }) => {
                    rewinds.apply(&mut body);
                    engine.ask(&pages::limited(body, items.get().into())).await
                }
                Some(Fault::EmptyPage) => pages::empty(&engine, body, &rewinds).await,
            }
        })
    }
}

fn conflict(body: &Value) -> HttpResponse {
    let operations = body["TransactItems"].as_array().map_or(0, Vec::len);
    let mut codes = vec!["None"; operations];
    if let Some(first) = codes.first_mut() {
        *first = "TransactionConflict";
    }
    Answer::cancelled(&codes).into_response()
}
