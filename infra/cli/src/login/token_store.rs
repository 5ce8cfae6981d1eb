//! Stores tokens in the keyring. On a system without one, stores them in a file.

use std::path::{Path, PathBuf};

use super::keyring::{Keyring, KeyringError};
use super::token_file::{TokenFile, TokenFileError};
use crate::client::{ApiUrl, Token};

/// A token can't be read or stored.
#[derive(Debug, thiserror::Error)]
pub(crate) enum TokenStoreError {
    #[error(transparent)]
    Keyring(#[from] KeyringError),
    #[error(transparent)]
    File(#[from] TokenFileError),
}

/// The system's keyring, if there is one, and the file that replaces it otherwise.
#[derive(Debug)]
pub(crate) struct TokenStore {
    keyring: Option<Keyring>,
    file: TokenFile,
}

impl TokenStore {
    /// Opens the keyring, and the file beside the settings at `config`.
    pub(crate) fn open(config: &Path) -> Self {
        Self { keyring: Keyring::open(), file: TokenFile::beside(config) }
    }

    /// Returns a store with this keyring instead of the system's.
    #[cfg(test)]
    pub(crate) fn with(keyring: Keyring, config: &Path) -> Self {
        Self { keyring: Some(keyring), file: TokenFile::beside(config) }
    }

    #[cfg(test)]
    pub(crate) fn keyring(&self) -> &Keyring {
        self.keyring.as_ref().expect("tests set a keyring")
    }

    /// Returns the token for the service at `api`, if there is one.
    pub(crate) fn token(&self, api: &ApiUrl) -> Result<Option<Token>, TokenStoreError> {
        let stored = self.keyring.as_ref().map_or(Ok(None), |keyring| keyring.token(api))?;
        match stored {
            Some(token) => Ok(Some(token)),
            None => Ok(self.file.token(api)?),
        }
    }

    /// Stores the token for the service at `api`. Without a keyring, returns the path of the file.
    pub(crate) fn store(&self, api: &ApiUrl, token: &Token) -> Result<Option<PathBuf>, TokenStoreError> {
        let Some(keyring) = &self.keyring else {
            self.file.store(api, token)?;
            return Ok(Some(self.file.path().to_owned()));
        };
        keyring.store(api, token)?;
        // The file may have an older token, from a session without a keyring.
        self.file.delete(api)?;
        Ok(None)
    }

    /// Deletes the token for the service at `api`. Returns false if there is none.
    pub(crate) fn delete(&self, api: &ApiUrl) -> Result<bool, TokenStoreError> {
        let in_file = self.file.delete(api)?;
        let in_keyring = self.keyring.as_ref().map_or(Ok(false), |keyring| keyring.delete(api))?;
        Ok(in_file || in_keyring)
    }
}
