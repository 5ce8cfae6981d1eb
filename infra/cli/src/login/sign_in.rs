//! The token of a command.

use std::path::PathBuf;

use super::token_store::{TokenStore, TokenStoreError};
use super::variable::{TOKEN_VARIABLE, token_variable};
use crate::client::{ApiUrl, ApiUrlError, Token, TokenError};
use crate::config::{Config, ConfigError};

/// The user is not signed in.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SignInError {
    #[error(
        "the address of the service is not known; run `favorites login --api URL`, or set FAVORITES_API to the \
         address, such as http://127.0.0.1:3000 for a service on this machine"
    )]
    NoApi,
    #[error("the address of the service in {} is not valid; run `favorites login --api URL`", .path.display())]
    StoredApi { path: PathBuf, source: ApiUrlError },
    #[error(
        "you are not signed in to {api}; run `favorites login --api {api}`, or set {TOKEN_VARIABLE} to the token"
    )]
    NoToken { api: String },
    #[error("{TOKEN_VARIABLE} has no usable token")]
    Variable(#[source] TokenError),
    #[error(transparent)]
    Store(#[from] TokenStoreError),
    #[error(transparent)]
    Config(#[from] ConfigError),
}

/// Returns the token for the service at `api`: from the environment, or else the stored one.
pub(crate) fn token_for(api: &ApiUrl) -> Result<Token, SignInError> {
    if let Some(text) = token_variable() {
        return text.parse().map_err(SignInError::Variable);
    }
    let store = TokenStore::open(&Config::path()?);
    store.token(api)?.ok_or_else(|| SignInError::NoToken { api: api.to_string() })
}
