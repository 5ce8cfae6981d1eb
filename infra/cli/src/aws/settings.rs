//! Region and credentials, from the usual sources of AWS tools: the environment, profiles, or the instance's metadata.

use aws_config::{BehaviorVersion, SdkConfig};
use aws_smithy_http_client::Builder;
use aws_smithy_http_client::tls::{Provider, rustls_provider::CryptoMode};

/// Loads the settings.
pub(crate) async fn sdk_config() -> SdkConfig {
    let http = Builder::new().tls_provider(Provider::Rustls(CryptoMode::Ring)).build_https();
    aws_config::defaults(BehaviorVersion::latest()).http_client(http).load().await
}
