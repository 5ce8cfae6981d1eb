//! Creates and checks the tokens of the local service's users.
//!
//! They are real JSON Web Tokens, signed with a key that only this service has. On AWS, API Gateway verifies signatures with an
//! identity provider's public key. Here one process signs and verifies, so a symmetric key (HS256) is enough.

mod hmac;

use std::path::Path;

use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation, decode, encode};
use ring::rand::{SecureRandom as _, SystemRandom};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::private_file;

/// The issuer (`iss`) of the tokens.
pub const ISSUER: &str = "https://favorites.localhost";

/// The audience (`aud`) of the tokens.
pub const AUDIENCE: &str = "favorites";

const KEY_FILE: &str = "signing-key";
/// The length of the key: as long as the hash, which RFC 7518, section 3.2, requires for HS256.
const KEY_BYTES: usize = 32;
/// The lifetime of a token: ten years. It protects a service on the user's own machine and must not expire during a tour.
const LIFETIME_SECONDS: u64 = 10 * 365 * 24 * 3600;

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
    /// The system provides no random bytes.
    #[error("the operating system provides no random bytes for a signing key")]
    Random,
}

/// A request is not authorized. The answer only says "Unauthorized", and the log has the reason.
#[derive(Debug, thiserror::Error)]
pub(crate) enum TokenError {
    #[error("the request has no Authorization header")]
    Missing,
    #[error("the Authorization header must be \"Bearer\" and a token")]
    NotBearer,
    #[error("the token's issue time (iat) is in the future")]
    IssuedLater,
    #[error("{0}")]
    Invalid(#[from] jsonwebtoken::errors::Error),
}

#[derive(Serialize)]
struct Claims<'a> {
    sub: &'a str,
    iss: &'a str,
    aud: &'a str,
    iat: u64,
    exp: u64,
}

/// Creates tokens for users of the local service, and checks the tokens of requests.
pub struct Tokens {
    signing: EncodingKey,
    verifying: DecodingKey,
}

impl Tokens {
    /// Generates a key that is lost when the service ends.
    pub(crate) fn generate() -> Result<Self, KeyError> {
        Ok(Self::of(&random_key()?))
    }

    /// Reads the key in `folder`, or creates it if the folder has none.
    pub(crate) fn stored_in(folder: &Path) -> Result<Self, KeyError> {
        let path = folder.join(KEY_FILE);
        let file_error = |source| KeyError::File { path: path.display().to_string(), source };
        let key = match std::fs::read(&path) {
            Ok(key) => key,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                let key = random_key()?;
                private_file::create(&path, &key).map_err(file_error)?;
                key.to_vec()
            }
            Err(error) => return Err(file_error(error)),
        };
        if key.len() != KEY_BYTES {
            return Err(KeyError::Length { path: path.display().to_string(), found: key.len() });
        }
        Ok(Self::of(&key))
    }

    fn of(key: &[u8]) -> Self {
        hmac::install();
        Self { signing: EncodingKey::from_secret(key), verifying: DecodingKey::from_secret(key) }
    }

    /// Returns a token with `user` as its `sub`, which is valid for ten years.
    ///
    /// Users see only their own favorites. For another user, create another token.
    #[must_use]
    pub fn issue(&self, user: &str) -> String {
        let now = jsonwebtoken::get_current_timestamp();
        self.sign(&Claims { sub: user, iss: ISSUER, aud: AUDIENCE, iat: now, exp: now + LIFETIME_SECONDS })
    }

    fn sign(&self, claims: &impl Serialize) -> String {
        encode(&Header::new(Algorithm::HS256), claims, &self.signing)
            .expect("claims of strings and numbers serialize, and an HMAC takes a key of any length")
    }

    /// Returns the claims of the token in the value of an `Authorization` header. Makes the same checks as API Gateway:
    /// signature, `iss`, `aud`, `exp`, `nbf` and `iat` (see "Control access to HTTP APIs with JWT authorizers" in the API Gateway
    /// developer guide). The algorithm is always HS256, whatever the token names.
    pub(crate) fn verify(&self, authorization: Option<&str>) -> Result<Map<String, Value>, TokenError> {
        let authorization = authorization.ok_or(TokenError::Missing)?;
        let (scheme, token) = authorization.trim().split_once(' ').ok_or(TokenError::NotBearer)?;
        if !scheme.eq_ignore_ascii_case("Bearer") {
            return Err(TokenError::NotBearer);
        }
        let claims = decode::<Map<String, Value>>(token.trim(), &self.verifying, &validation())?.claims;
        let issued = IssuedAt::deserialize(Value::Object(claims.clone())).unwrap_or_default();
        if issued.iat.is_some_and(|iat| iat > jsonwebtoken::get_current_timestamp()) {
            return Err(TokenError::IssuedLater);
        }
        Ok(claims)
    }
}

impl std::fmt::Debug for Tokens {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Tokens")
    }
}

#[derive(Deserialize, Default)]
struct IssuedAt {
    iat: Option<u64>,
}

fn validation() -> Validation {
    let mut validation = Validation::new(Algorithm::HS256);
    validation.set_issuer(&[ISSUER]);
    validation.set_audience(&[AUDIENCE]);
    validation.set_required_spec_claims(&["exp", "iss", "aud", "sub"]);
    validation.validate_nbf = true;
    // The same clock issues and checks the token.
    validation.leeway = 0;
    validation
}

fn random_key() -> Result<[u8; KEY_BYTES], KeyError> {
    let mut key = [0; KEY_BYTES];
    SystemRandom::new().fill(&mut key).map_err(|_| KeyError::Random)?;
    Ok(key)
}

#[cfg(test)]
mod tests;
