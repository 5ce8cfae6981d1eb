//! The connection to the table.

use std::env;

use aws_config::{BehaviorVersion, SdkConfig};
use aws_smithy_http_client::Builder;
use aws_smithy_http_client::tls::{Provider, rustls_provider::CryptoMode};
use favorites_api::favorites::Client;
use favorites_api::{EnvironmentError, Favorites, TABLE_NAME};

/// Connects to the table named in `TABLE_NAME`. `aws-config` finds the other settings; set `AWS_ENDPOINT_URL_DYNAMODB` to use
/// another engine.
///
/// # Errors
/// Returns [`EnvironmentError::TableName`] if the variable is missing or empty.
pub async fn connect() -> Result<Favorites, EnvironmentError> {
    let table =
        env::var(TABLE_NAME).ok().filter(|name| !name.is_empty()).ok_or(EnvironmentError::TableName)?;
    Ok(Favorites::new(Client::new(&sdk_config().await), table))
}

/// Loads region and credentials from the usual sources of AWS tools: the environment, profiles, or the
/// instance's metadata.
async fn sdk_config() -> SdkConfig {
    let http = Builder::new().tls_provider(Provider::Rustls(CryptoMode::Ring)).build_https();
    aws_config::defaults(BehaviorVersion::latest()).http_client(http).load().await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_missing_table_name_says_so() {
        // The variable is not set here, and tests must not set it, because the whole process shares the environment.
        let error = connect().await.err().map(|error| error.to_string());
        let expected = "the environment variable TABLE_NAME must name the table; it is missing or empty";
        assert_eq!(error.as_deref(), Some(expected));
    }
}
