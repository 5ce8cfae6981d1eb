//! The key that signs tokens.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use ring::rand::{SecureRandom as _, SystemRandom};

use crate::private_file;

pub(super) const KEY_FILE: &str = "signing-key";

/// The length of the key: as long as the hash, which RFC 7518, section 3.2, requires for HS256.
const KEY_BYTES: usize = 32;

/// The service has no signing key.
#[derive(Debug, thiserror::Error)]
pub enum KeyError {
    /// The key file can be neither read nor created.
    #[error("the signing key {path} can't be read or created: {source}")]
    File {
        /// The key file.
        path: String,
        /// The error from the operating system.
        source: std::io::Error,
    },
    /// The key file does not contain a key.
    #[error(
        "the signing key {path} has {found} bytes, not {KEY_BYTES}; delete the file and restart for a new key and new tokens"
    )]
    Length {
        /// The key file.
        path: String,
        /// The size of the file in bytes.
        found: usize,
    },
    /// The data folder has no key, because no service has started with it yet.
    #[error(
        "the signing key {path} does not exist; start the service with this folder first, or name the folder of the service with --data-dir"
    )]
    Missing {
        /// The key file.
        path: String,
    },
    /// The system provides no random bytes.
    #[error("the operating system provides no random bytes for a signing key")]
    Random,
}

/// A key for HS256.
pub(super) struct SigningKey([u8; KEY_BYTES]);

impl SigningKey {
    pub(super) fn generate() -> Result<Self, KeyError> {
        let mut key = [0; KEY_BYTES];
        SystemRandom::new().fill(&mut key).map_err(|_| KeyError::Random)?;
        Ok(Self(key))
    }

    /// Reads the key in `folder`.
    pub(super) fn read(folder: &Path) -> Result<Self, KeyError> {
        let path = path(folder);
        match std::fs::read(&path) {
            Ok(key) => key.try_into().map(Self).map_err(|key: Vec<u8>| KeyError::Length {
                path: path.display().to_string(),
                found: key.len(),
            }),
            Err(error) if error.kind() == ErrorKind::NotFound => {
                Err(KeyError::Missing { path: path.display().to_string() })
            }
            Err(source) => Err(KeyError::File { path: path.display().to_string(), source }),
        }
    }

    /// Generates a key and stores it in `folder`, which has none.
    pub(super) fn create(folder: &Path) -> Result<Self, KeyError> {
        let path = path(folder);
        let key = Self::generate()?;
        private_file::create(&path, key.bytes())
            .map_err(|source| KeyError::File { path: path.display().to_string(), source })?;
        Ok(key)
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.0
    }
}

fn path(folder: &Path) -> PathBuf {
    folder.join(KEY_FILE)
}
