//! What a function finds around itself: the table and where DynamoDB answers.

use aws_config::{BehaviorVersion, Region, SdkConfig};
use aws_sdk_dynamodb::config::{Credentials, SharedCredentialsProvider};
use aws_smithy_http_client::Builder;
use aws_smithy_http_client::tls::{Provider, rustls_provider::CryptoMode};

/// The region that requests to the embedded engine are signed for. Nothing checks it.
pub const REGION: &str = "us-east-1";

/// What the deployed functions get from their environment variables, for functions in this process.
#[derive(Debug, Clone)]
pub struct Environment {
    /// Where DynamoDB and its streams answer, such as `http://127.0.0.1:8000`.
    pub dynamodb_endpoint: String,
    /// The physical name of the favorites table.
    pub table_name: String,
    /// The region to sign requests for.
    pub region: String,
    /// The credentials to sign requests with. The embedded engine accepts any.
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

    /// The configuration of a function: with the function's name for an access key, by which the endpoint knows whose role a
    /// request is checked against. It shares the connections of `config`, which is one of [`Environment::sdk_config`].
    #[must_use]
    pub fn as_function(config: &SdkConfig, function: &str) -> SdkConfig {
        let credentials = Credentials::new(function, "local", None, None, "favorites-local");
        let provider = SharedCredentialsProvider::new(credentials);
        config.to_builder().credentials_provider(provider).build()
    }

    /// The configuration that an SDK client needs to reach this environment's DynamoDB.
    ///
    /// Make it once and make all clients from it: they then share one pool of connections.
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
