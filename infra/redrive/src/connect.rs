//! The connection to the table. A command-line tool finds region and credentials as every AWS tool does: in the environment, in
//! profiles, with SSO, or in the instance's metadata.

use std::env;

use aws_config::BehaviorVersion;
use aws_smithy_http_client::Builder;
use aws_smithy_http_client::tls::{Provider, rustls_provider::CryptoMode};
use favorites_api::favorites::Client;
use favorites_api::{EnvironmentError, Favorites, TABLE_NAME};

/// The service on the table that `TABLE_NAME` names. `aws-config` finds everything else; `AWS_ENDPOINT_URL_DYNAMODB` chooses another
/// engine.
///
/// # Errors
/// [`EnvironmentError::TableName`].
pub async fn connect() -> Result<Favorites, EnvironmentError> {
    let table =
        env::var(TABLE_NAME).ok().filter(|name| !name.is_empty()).ok_or(EnvironmentError::TableName)?;
    let http = Builder::new().tls_provider(Provider::Rustls(CryptoMode::Ring)).build_https();
    let config = aws_config::defaults(BehaviorVersion::latest()).http_client(http).load().await;
    Ok(Favorites::new(Client::new(&config), table))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_missing_table_name_says_so() {
        // Nothing here sets it, and no test may: the environment belongs to the whole process.
        let error = connect().await.err().map(|error| error.to_string());
        let expected = "the environment variable TABLE_NAME must name the table; it is missing or empty";
        assert_eq!(error.as_deref(), Some(expected));
    }
}
