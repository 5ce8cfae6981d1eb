//! The environment of a function: its table, and the address of DynamoDB.

use aws_config::{BehaviorVersion, Region, SdkConfig};
use aws_sdk_dynamodb::config::{Credentials, SharedCredentialsProvider};
use aws_smithy_http_client::Builder;
use aws_smithy_http_client::tls::{Provider, rustls_provider::CryptoMode};

/// The region in the signatures of requests to the embedded engine. Nothing checks it.
pub const REGION: &str = "us-east-1";

/// The settings that deployed functions read from environment variables, for functions in this process.
#[derive(Debug, Clone)]
pub struct Environment {
    /// The address of DynamoDB and its streams, such as `http://127.0.0.1:8000`.
    pub dynamodb_endpoint: String,
    /// The physical name of the favorites table.
    pub table_name: String,
    /// The region for signing requests.
    pub region: String,
    /// The credentials for signing requests. The embedded engine accepts any credentials.
    pub credentials: Credentials,
}

impl Environment {
    pub(crate) fn new(dynamodb_endpoint: String, table_name: String) -> Self {
        Self {
            dynamodb_endpoint,
            table_name,
            region: REGION.to_owned(),
            credentials: Credentials::new("local", "local", None, None, "favorites-local"),
        }
    }

    /// Returns the configuration of a function. Its access key is the function's name, so that the endpoint checks its requests
    /// against the function's role. It shares the connections of `config`, which must come from [`Environment::sdk_config`].
    #[must_use]
    pub fn as_function(config: &SdkConfig, function: &str) -> SdkConfig {
        let credentials = Credentials::new(function, "local", None, None, "favorites-local");
        let provider = SharedCredentialsProvider::new(credentials);
        config.to_builder().credentials_provider(provider).build()
    }

    /// Returns the configuration for SDK clients of this environment's DynamoDB.
    ///
    /// Call this once and create all clients from the result, so that they share a pool of connections.
    #[must_use]
    pub fn sdk_config(&self) -> SdkConfig {
        let http = Builder::new().tls_provider(Provider::Rustls(CryptoMode::Ring)).build_https();
        SdkConfig::builder()
            .behavior_version(BehaviorVersion::latest())
            .region(Region::new(self.region.clone()))
            .credentials_provider(SharedCredentialsProvider::new(self.credentials.clone()))
            .endpoint_url(&self.dynamodb_endpoint)
            .http_client(http)
            .build()
    }
}
