//! The access key that the DynamoDB endpoint and the S3 endpoint ask for.

use std::path::Path;
use std::time::SystemTime;

use aws_sdk_dynamodb::config::Credentials;
use aws_sigv4::http_request::{SignableBody, SignableRequest, SigningSettings, sign};
use aws_sigv4::sign::v4::SigningParams;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use ring::rand::{SecureRandom as _, SystemRandom};
use serde::{Deserialize, Serialize};

use crate::private_file;
use crate::region::REGION;

/// The beginning of each id. AWS's begin with `AKIA` or `ASIA`.
const PREFIX: &str = "LOCA";

type BoxError = Box<dyn std::error::Error + Send + Sync>;

const FILE: &str = "access-key.json";

/// The bytes of a secret: 40 characters, as in AWS's keys.
const SECRET_BYTES: usize = 30;

/// The bytes of an id, written as hexadecimal digits.
const ID_BYTES: usize = 8;

/// The service has no access key.
#[derive(Debug, thiserror::Error)]
pub enum AccessKeyError {
    /// The key file can be neither read nor created.
    #[error("the access key {path} can't be read or created: {source}")]
    File {
        /// The key file.
        path: String,
        /// The error from the operating system.
        source: std::io::Error,
    },
    /// The key file does not contain a key.
    #[error("the access key {path} is damaged ({source}); delete the file and restart for a new key")]
    Damaged {
        /// The key file.
        path: String,
        /// The error from the JSON parser.
        source: serde_json::Error,
    },
    /// The data folder has no key, because no service has started with it yet.
    #[error("{path} does not exist; start the service with this folder first")]
    Missing {
        /// The key file.
        path: String,
    },
    /// The system provides no random bytes.
    #[error("the operating system provides no random bytes for an access key")]
    Random,
}

/// An access key id and its secret, as for AWS.
#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AccessKey {
    id: String,
    secret: String,
}

impl AccessKey {
    /// Generates a key that is lost when the service ends.
    pub(crate) fn generate() -> Result<Self, AccessKeyError> {
        let (mut id, mut secret) = ([0; ID_BYTES], [0; SECRET_BYTES]);
        let random = SystemRandom::new();
        random.fill(&mut id).and_then(|()| random.fill(&mut secret)).map_err(|_| AccessKeyError::Random)?;
        let id = u64::from_be_bytes(id);
        Ok(Self { id: format!("{PREFIX}{id:016X}"), secret: STANDARD_NO_PAD.encode(secret) })
    }

    /// Creates a key of a known id and secret.
    #[must_use]
    pub fn new(id: impl Into<String>, secret: impl Into<String>) -> Self {
        Self { id: id.into(), secret: secret.into() }
    }

    /// Reads `ID:SECRET`, neither of which may be empty. An id has no `/`, which separates the parts of a request's `Credential`.
    ///
    /// # Errors
    /// Returns a description of the form that was expected.
    pub fn parse(text: &str) -> Result<Self, &'static str> {
        match text.split_once(':') {
            Some((id, secret)) if !id.is_empty() && !id.contains(['/', ',']) && !secret.is_empty() => {
                Ok(Self::new(id, secret))
            }
            _ => Err("it must be an access key id, a colon and a secret access key"),
        }
    }

    /// Returns the key in the variables `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`, if both are set.
    #[must_use]
    pub fn in_environment() -> Option<Self> {
        Some(Self::new(
            std::env::var("AWS_ACCESS_KEY_ID").ok()?,
            std::env::var("AWS_SECRET_ACCESS_KEY").ok()?,
        ))
    }

    /// Reads the key in a data folder, or creates it if the folder has none.
    pub(crate) fn stored_in(folder: &Path) -> Result<Self, AccessKeyError> {
        match Self::read(folder) {
            Err(AccessKeyError::Missing { path }) => {
                let key = Self::generate()?;
                let json = serde_json::to_vec_pretty(&key)
                    .map_err(|source| AccessKeyError::Damaged { path: path.clone(), source })?;
                private_file::create(&folder.join(FILE), &json)
                    .map_err(|source| AccessKeyError::File { path, source })?;
                Ok(key)
            }
            result => result,
        }
    }

    /// Reads the key in the data folder of a service on this machine.
    ///
    /// # Errors
    /// Returns [`AccessKeyError::Missing`] if no service has started with this folder yet.
    pub fn read(folder: &Path) -> Result<Self, AccessKeyError> {
        let file = folder.join(FILE);
        let path = file.display().to_string();
        match std::fs::read(&file) {
            Ok(json) => {
                serde_json::from_slice(&json).map_err(|source| AccessKeyError::Damaged { path, source })
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                Err(AccessKeyError::Missing { path })
            }
            Err(source) => Err(AccessKeyError::File { path, source }),
        }
    }

    /// Returns the headers that sign a `POST` request to `url`, for clients that are not an SDK. The request must have `headers` as well.
    ///
    /// # Errors
    /// Returns the error of the signer, for example if `url` or a header is invalid.
    pub fn sign(
        &self,
        url: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> Result<Vec<(String, String)>, BoxError> {
        let identity = Credentials::new(&self.id, &self.secret, None, None, "favorites-local").into();
        let mut parameters = SigningParams::builder();
        parameters.set_identity(Some(&identity));
        parameters.set_region(Some(REGION));
        parameters.set_name(Some("dynamodb"));
        parameters.set_time(Some(SystemTime::now()));
        parameters.set_settings(Some(SigningSettings::default()));
        let parameters = parameters.build()?;
        let headers = headers.iter().copied();
        let request = SignableRequest::new("POST", url, headers, SignableBody::Bytes(body))?;
        let (instructions, _) = sign(request, &parameters.into())?.into_parts();
        Ok(instructions.headers().map(|(name, value)| (name.to_owned(), value.to_owned())).collect())
    }

    /// Returns true if the id has the form of those that services create. AWS's ids begin differently.
    #[must_use]
    pub fn is_local(&self) -> bool {
        self.id.starts_with(PREFIX)
    }

    /// Returns the access key id.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Returns the secret access key.
    #[must_use]
    pub fn secret(&self) -> &str {
        &self.secret
    }
}

/// Shows the id only.
impl std::fmt::Debug for AccessKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AccessKey").field("id", &self.id).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_outlives_a_restart_and_only_its_owner_can_read_it() {
        let folder = tempfile::tempdir().unwrap();
        assert!(matches!(AccessKey::read(folder.path()), Err(AccessKeyError::Missing { .. })));
        let key = AccessKey::stored_in(folder.path()).unwrap();
        let again = AccessKey::stored_in(folder.path()).unwrap();
        assert_eq!((key.id(), key.secret()), (again.id(), again.secret()));
        #[cfg(unix)]
        {
            let file = std::fs::metadata(folder.path().join(FILE)).unwrap();
            assert_eq!(std::os::unix::fs::PermissionsExt::mode(&file.permissions()) & 0o777, 0o600);
        }
    }

    #[test]
    fn keys_have_the_lengths_of_awss_keys_and_differ() {
        let (one, two) = (AccessKey::generate().unwrap(), AccessKey::generate().unwrap());
        assert_eq!((one.id().len(), one.secret().len()), (20, 40));
        assert_ne!(one.id(), two.id());
        assert_ne!(one.secret(), two.secret());
        assert!(!format!("{one:?}").contains(one.secret()));
    }

    #[test]
    fn a_key_is_read_from_its_id_and_secret() {
        let key = AccessKey::parse("an-id:a:secret/+").unwrap();
        assert_eq!((key.id(), key.secret()), ("an-id", "a:secret/+"));
        for bad in ["", "id", ":secret", "id:", "a/b:secret", "a,b:secret"] {
            assert!(AccessKey::parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_damaged_file_and_a_folder_that_cannot_be_written_are_errors() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(FILE), "{").unwrap();
        let error = AccessKey::stored_in(folder.path()).unwrap_err();
        assert!(matches!(error, AccessKeyError::Damaged { .. }), "{error}");
        let error = AccessKey::stored_in(Path::new("/missing/folder")).unwrap_err();
        assert!(matches!(error, AccessKeyError::File { .. }), "{error}");
    }
}
