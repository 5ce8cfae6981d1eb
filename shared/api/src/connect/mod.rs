//! The connection of a function to its table: a DynamoDB client made of the environment that Lambda sets, and of nothing else.
//!
//! `aws-config` is not used here. It looks for credentials and settings in places that a Lambda sandbox does not have (profiles,
//! SSO, instance metadata), and linking those costs a tenth of the binary and of the time to start. `docs/cold-start.md` has the
//! figures.

mod crypto;
mod environment;
mod http_client;
mod roots;

use std::time::Duration;

use aws_sdk_dynamodb::config::retry::RetryConfig;
use aws_sdk_dynamodb::config::timeout::TimeoutConfig;
use aws_sdk_dynamodb::config::{BehaviorVersion, Config, Credentials, Region, StalledStreamProtectionConfig};
use favorites::{Client, Favorites};
use file_store::{FileStore, Location, LocationError};

use self::http_client::CONNECT_TIMEOUT;

pub use self::environment::{Environment, EnvironmentError, FILES_BUCKET, TABLE_NAME};
pub use self::http_client::HttpClient;
pub use self::roots::RootsError;

/// The longest wait for the answer to one attempt, its TLS handshake and its body included. DynamoDB answers within some
/// milliseconds, and within a second when it returns a full megabyte.
pub const ATTEMPT_TIMEOUT: Duration = Duration::from_millis(2_500);

/// The longest wait for one operation: three attempts of [`ATTEMPT_TIMEOUT`] and the pauses between them. It is shorter than
/// the 10 seconds that an HTTP function has, so that the function still answers when a table hangs.
pub const OPERATION_TIMEOUT: Duration = Duration::from_secs(8);

/// Why a function can't be connected to its table.
#[derive(Debug, thiserror::Error)]
pub enum ConnectError {
    /// The environment lacks something.
    #[error(transparent)]
    Environment(#[from] EnvironmentError),
    /// The root certificates can't be read.
    #[error(transparent)]
    Roots(#[from] RootsError),
    /// The bucket for files has no address.
    #[error(transparent)]
    Files(#[from] LocationError),
}

/// The service on the table that `environment` names. It opens no connection: the first request does.
///
/// # Errors
/// [`ConnectError::Roots`] where the environment names root certificates that can't be read.
pub fn connect(environment: &Environment) -> Result<Favorites, ConnectError> {
    Ok(Favorites::new(client(environment)?, environment.table_name.as_str()))
}

/// The service on the table and the bucket that `environment` names, for functions that work with files.
///
/// # Errors
/// As [`connect`]; [`ConnectError::Environment`] if no bucket is named; [`ConnectError::Files`] for a bucket without an address.
pub fn connect_with_files(environment: &Environment) -> Result<Favorites, ConnectError> {
    Ok(connect(environment)?.with_files(file_store(environment)?))
}

/// Returns the bucket that `environment` names.
///
/// # Errors
/// As [`connect_with_files`].
pub fn file_store(environment: &Environment) -> Result<FileStore, ConnectError> {
    let region = &environment.region;
    let bucket = environment.files_bucket.as_deref().ok_or(EnvironmentError::FilesBucket)?;
    let location = match &environment.files_endpoint_url {
        Some(endpoint) => Location::parse(endpoint, bucket, region)?,
        None => Location::in_region(bucket, region)?,
    };
    let roots = roots::roots(environment.ca_bundle.as_deref())?;
    Ok(FileStore::new(location, credentials(environment), http_client::pool(roots)))
}

/// Returns the client that [`connect`] makes, for code that sends its own requests in the same way as the functions.
///
/// # Errors
/// As [`connect`].
pub fn client(environment: &Environment) -> Result<Client, ConnectError> {
    let roots = roots::roots(environment.ca_bundle.as_deref())?;
    let mut config = Config::builder()
        .behavior_version(BehaviorVersion::latest())
        .region(Region::new(environment.region.clone()))
        .credentials_provider(credentials(environment))
        .http_client(http_client::HttpClient::new(roots))
        .retry_config(RetryConfig::standard())
        .timeout_config(timeouts())
        // It watches the throughput of bodies. Those here are at most a megabyte, and each attempt has its timeout.
        .stalled_stream_protection(StalledStreamProtectionConfig::disabled());
    config.set_endpoint_url(environment.endpoint_url.clone());
    Ok(Client::from_conf(config.build()))
}

fn credentials(environment: &Environment) -> Credentials {
    let Environment { access_key_id: id, secret_access_key: secret, session_token, .. } = environment;
    Credentials::new(id, secret, session_token.clone(), None, "environment")
}

fn timeouts() -> TimeoutConfig {
    TimeoutConfig::builder()
        .connect_timeout(CONNECT_TIMEOUT)
        .operation_attempt_timeout(ATTEMPT_TIMEOUT)
        .operation_timeout(OPERATION_TIMEOUT)
        .build()
}
