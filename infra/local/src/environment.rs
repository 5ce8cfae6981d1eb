//! The environment of a function: its table and its bucket, and the addresses of DynamoDB and S3.

use aws_credential_types::provider::future;
use aws_sdk_dynamodb::config::{
    BehaviorVersion, Credentials, ProvideCredentials, Region, SharedCredentialsProvider,
};
use aws_types::SdkConfig;

use crate::access_key::AccessKey;
use crate::connection::Connection;
use crate::region::REGION;

/// The name of the credentials' source in the SDK's messages.
const PROVIDER: &str = "favorites-local";

/// The settings that deployed functions read from environment variables, for functions in this process.
#[derive(Debug, Clone)]
pub struct Environment {
    /// DynamoDB and its streams.
    pub dynamodb: Connection,
    /// The physical name of the favorites table.
    pub table_name: String,
    /// The address of S3, such as `http://127.0.0.1:9000`. URLs have the bucket in their path. Empty if the template has no bucket.
    pub files_endpoint: String,
    /// The name of the bucket for the files of imports and exports. Empty if the template has no bucket.
    pub files_bucket: String,
    /// The region for signing requests.
    pub region: String,
    /// The credentials for signing requests. The embedded engine asks for those of the service.
    pub credentials: Credentials,
}

impl Environment {
    /// Creates the environment without a bucket.
    pub(crate) fn new(dynamodb: Connection, table_name: String, key: &AccessKey) -> Self {
        Self {
            dynamodb,
            table_name,
            files_endpoint: String::new(),
            files_bucket: String::new(),
            region: REGION.to_owned(),
            credentials: Credentials::new(key.id(), key.secret(), None, None, PROVIDER),
        }
    }

    /// Adds the bucket `bucket`, which is at `endpoint`.
    pub(crate) fn with_files(self, endpoint: String, bucket: String) -> Self {
        Self { files_endpoint: endpoint, files_bucket: bucket, ..self }
    }

    /// Returns the configuration of a function. Its access key id is the function's name, so that the endpoint checks its requests
    /// against the function's role. Its secret is the service's. It shares the connections of `config`, which must come from [`Environment::sdk_config`].
    #[must_use]
    pub fn as_function(config: &SdkConfig, function: &str) -> SdkConfig {
        let service = config.credentials_provider();
        let provider = service.map(|service| FunctionCredentials { service, function: function.to_owned() });
        let mut builder = config.to_builder();
        builder.set_credentials_provider(provider.map(SharedCredentialsProvider::new));
        builder.build()
    }

    /// Returns the access key id and the secret with which a function signs its requests to S3 and its presigned URLs. The id is the
    /// function's name, so that the endpoint checks the requests against the function's role.
    #[must_use]
    pub fn files_credentials(&self, function: &str) -> (String, String) {
        (function.to_owned(), self.credentials.secret_access_key().to_owned())
    }

    /// Returns the configuration for SDK clients of this environment's DynamoDB.
    ///
    /// Call this once and create all clients from the result, so that they share a pool of connections.
    #[must_use]
    pub fn sdk_config(&self) -> SdkConfig {
        SdkConfig::builder()
            .behavior_version(BehaviorVersion::latest())
            .region(Region::new(self.region.clone()))
            .credentials_provider(SharedCredentialsProvider::new(self.credentials.clone()))
            .endpoint_url(self.dynamodb.url())
            .http_client(self.dynamodb.http_client())
            .build()
    }
}

/// The credentials of the service, with a function's name as the access key id.
#[derive(Debug)]
struct FunctionCredentials {
    service: SharedCredentialsProvider,
    function: String,
}

impl ProvideCredentials for FunctionCredentials {
    fn provide_credentials<'a>(&'a self) -> future::ProvideCredentials<'a>
    where
        Self: 'a,
    {
        future::ProvideCredentials::new(async {
            let service = self.service.provide_credentials().await?;
            Ok(Credentials::new(&self.function, service.secret_access_key(), None, None, PROVIDER))
        })
    }
}
