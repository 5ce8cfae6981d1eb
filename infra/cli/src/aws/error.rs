//! Errors of calls.

use aws_credential_types::provider::error::CredentialsError;

use super::refusal::Refusal;

/// A call of an AWS service failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum AwsError {
    #[error(
        "there are no AWS credentials; sign in with the AWS CLI, or set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY"
    )]
    Credentials(#[source] CredentialsError),
    #[error("the HTTP client can't be set up")]
    Setup(#[source] reqwest::Error),
    #[error("{endpoint:?} is not an address of an AWS service")]
    Endpoint { endpoint: String, source: url::ParseError },
    #[error("the request can't be signed")]
    Sign(#[source] Box<dyn std::error::Error + Send + Sync>),
    #[error("{endpoint} can't be reached")]
    Unreachable { endpoint: String, source: reqwest::Error },
    #[error("{refusal}")]
    Refused { refusal: Refusal },
}
