//! Tokens in the system's keyring.

use std::sync::Arc;

use keyring_core::{CredentialStore, Entry, Error};

use super::variable::TOKEN_VARIABLE;
use crate::client::{ApiUrl, Token, TokenError};

/// The name under which the keyring shows the entries of this program.
const SERVICE: &str = "favorites";

/// The keyring can't be used.
#[derive(Debug, thiserror::Error)]
pub(crate) enum KeyringError {
    /// The keyring is there, and the operation failed.
    #[error(
        "the system's keyring can't {task} the token; to get by without it, set {TOKEN_VARIABLE} to the token"
    )]
    Failed { task: &'static str, source: Error },
    /// The keyring has something else under this name.
    #[error("the system's keyring has no usable token for {api}; run `favorites login` again")]
    Token { api: String, source: TokenError },
}

/// The keyring of the system: Keychain, Credential Manager or Secret Service. It has a token for each service.
#[derive(Debug)]
pub(crate) struct Keyring(Arc<CredentialStore>);

impl Keyring {
    /// Opens the keyring of the system. Returns `None` if there is none, or the session can't use it.
    pub(super) fn open() -> Option<Self> {
        keyring::Entry::store_status().as_ref().ok()?;
        keyring_core::get_default_store().map(Self)
    }

    /// Returns the token for the service at `api`, if there is one.
    pub(crate) fn token(&self, api: &ApiUrl) -> Result<Option<Token>, KeyringError> {
        let failed = |source| KeyringError::Failed { task: "read", source };
        match self.entry(api).and_then(|entry| entry.get_password()) {
            Ok(text) => {
                let invalid = |source| KeyringError::Token { api: api.to_string(), source };
                text.parse().map(Some).map_err(invalid)
            }
            Err(Error::NoEntry) => Ok(None),
            Err(error) => Err(failed(error)),
        }
    }

    /// Stores the token for the service at `api`.
    pub(crate) fn store(&self, api: &ApiUrl, token: &Token) -> Result<(), KeyringError> {
        let stored = self.entry(api).and_then(|entry| entry.set_password(token.as_str()));
        stored.map_err(|source| KeyringError::Failed { task: "store", source })
    }

    /// Deletes the token for the service at `api`. Returns false if there is none.
    pub(crate) fn delete(&self, api: &ApiUrl) -> Result<bool, KeyringError> {
        match self.entry(api).and_then(|entry| entry.delete_credential()) {
            Ok(()) => Ok(true),
            Err(Error::NoEntry) => Ok(false),
            Err(source) => Err(KeyringError::Failed { task: "delete", source }),
        }
    }

    /// Returns an empty keyring in memory.
    #[cfg(test)]
    pub(crate) fn in_memory() -> Self {
        Self(keyring_core::mock::Store::new().expect("the store needs nothing"))
    }

    /// Makes the next operation for `api` fail.
    #[cfg(test)]
    pub(crate) fn fail_next(&self, api: &ApiUrl) {
        let entry = self.entry(api).expect("the store makes all entries");
        let credential: Option<&keyring_core::mock::Cred> = entry.as_any().downcast_ref();
        credential.expect("the keyring is in memory").set_error(Error::NoStorageAccess("locked".into()));
    }

    fn entry(&self, api: &ApiUrl) -> keyring_core::Result<Entry> {
        Entry::new_in_store(&self.0, SERVICE, api.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn api(address: &str) -> ApiUrl {
        address.parse().unwrap()
    }

    #[test]
    fn each_service_has_its_token_until_it_is_deleted() {
        let (keyring, one, two) =
            (Keyring::in_memory(), api("https://one.example"), api("https://two.example"));
        assert_eq!(keyring.token(&one).unwrap(), None);
        keyring.store(&one, &"first".parse().unwrap()).unwrap();
        keyring.store(&two, &"second".parse().unwrap()).unwrap();
        keyring.store(&two, &"third".parse().unwrap()).unwrap();
        assert_eq!(keyring.token(&one).unwrap(), Some("first".parse().unwrap()));
        assert_eq!(keyring.token(&api("https://two.example/")).unwrap(), Some("third".parse().unwrap()));
        assert!(keyring.delete(&one).unwrap());
        assert!(!keyring.delete(&one).unwrap());
        assert_eq!(keyring.token(&one).unwrap(), None);
        assert_eq!(keyring.token(&two).unwrap(), Some("third".parse().unwrap()));
    }

    #[test]
    fn each_failure_of_the_keyring_names_the_variable_to_use_instead() {
        let (keyring, api, token) =
            (Keyring::in_memory(), api("https://one.example"), "first".parse().unwrap());
        keyring.store(&api, &token).unwrap();
        keyring.fail_next(&api);
        assert_failed(&keyring.token(&api).unwrap_err(), "read");
        keyring.fail_next(&api);
        assert_failed(&keyring.store(&api, &token).unwrap_err(), "store");
        keyring.fail_next(&api);
        assert_failed(&keyring.delete(&api).unwrap_err(), "delete");
        assert_eq!(keyring.token(&api).unwrap(), Some(token));
    }

    fn assert_failed(error: &KeyringError, task: &str) {
        let message = error.to_string();
        assert!(message.contains(&format!("can't {task} the token")), "{message}");
        assert!(message.contains("FAVORITES_TOKEN"), "{message}");
    }

    #[test]
    fn an_entry_of_another_program_is_an_error_that_does_not_show_it() {
        let (keyring, api) = (Keyring::in_memory(), api("https://one.example"));
        keyring.entry(&api).unwrap().set_password("pass word").unwrap();
        let error = keyring.token(&api).unwrap_err();
        assert!(matches!(error, KeyringError::Token { .. }), "{error}");
        assert!(!format!("{error} {error:?}").contains("pass word"));
    }
}
