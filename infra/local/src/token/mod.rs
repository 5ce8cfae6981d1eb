//! The tokens that the local service makes for its users, and how the gateway checks them.
//!
//! They are real JSON Web Tokens, signed with a key that only this service has. AWS verifies the signature of an
//! identity provider's public key; here provider and verifier are one process, so a symmetric key (HS256) does.

mod hmac;

use std::io::Write as _;
use std::path::Path;

use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation, decode, encode};
use ring::rand::{SecureRandom as _, SystemRandom};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The issuer (`iss`) of the tokens.
pub const ISSUER: &str = "https://favorites.localhost";

/// The audience (`aud`) of the tokens.
pub const AUDIENCE: &str = "favorites";

const KEY_FILE: &str = "signing-key";
/// As long as the hash, which RFC 7518, section 3.2, asks of an HS256 key.
const KEY_BYTES: usize = 32;
/// Ten years. The token guards a service on the reader's own machine; it must not run out in the middle of a tour.
const LIFETIME_SECONDS: u64 = 10 * 365 * 24 * 3600;

/// Why there is no signing key.
#[derive(Debug, thiserror::Error)]
pub enum KeyError {
    /// The key file can be neither read nor made.
    #[error("the signing key {path}: {source}")]
    File {
        /// The key file.
        path: String,
        /// What the system says.
        source: std::io::Error,
    },
    /// The key file holds something else.
    #[error(
        "the signing key {path} has {found} bytes, not {KEY_BYTES}; delete it and start again for a new key and new tokens"
    )]
    Length {
        /// The key file.
        path: String,
        /// How many bytes it has.
        found: usize,
    },
    /// The system gives no random bytes.
    #[error("the system gives no random bytes for a signing key")]
    Random,
}

/// Why a request is not authorized. The caller only ever learns "Unauthorized"; this is for the log.
#[derive(Debug, thiserror::Error)]
pub(crate) enum TokenError {
    #[error("no Authorization header")]
    Missing,
    #[error("the Authorization header is not \"Bearer\" and a token")]
    NotBearer,
    #[error("the token is issued in the future")]
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

/// Makes tokens for users of the local service and checks those that come in.
pub struct Tokens {
    signing: EncodingKey,
    verifying: DecodingKey,
}

impl Tokens {
    /// Tokens of a key that is gone when the service ends.
    pub(crate) fn generate() -> Result<Self, KeyError> {
        Ok(Self::of(&random_key()?))
    }

    /// Tokens of the key in `folder`, which is made where there is none yet.
    pub(crate) fn stored_in(folder: &Path) -> Result<Self, KeyError> {
        let path = folder.join(KEY_FILE);
        let file_error = |source| KeyError::File { path: path.display().to_string(), source };
        let key = match std::fs::read(&path) {
            Ok(key) => key,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                let key = random_key()?;
                write_private(&path, &key).map_err(file_error)?;
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

    /// A token whose `sub` is `user`, good for ten years.
    ///
    /// Each user sees favorites of their own, so a second user is just a second token.
    #[must_use]
    pub fn issue(&self, user: &str) -> String {
        let now = jsonwebtoken::get_current_timestamp();
        self.sign(&Claims { sub: user, iss: ISSUER, aud: AUDIENCE, iat: now, exp: now + LIFETIME_SECONDS })
    }

    fn sign(&self, claims: &impl Serialize) -> String {
        encode(&Header::new(Algorithm::HS256), claims, &self.signing)
            .expect("claims of strings and numbers serialize, and an HMAC takes a key of any length")
    }

    /// The claims of the token in an `Authorization` header's value, after the checks that API Gateway makes: signature,
    /// `iss`, `aud`, `exp`, `nbf` and `iat` ("Control access to HTTP APIs with JWT authorizers", API Gateway
    /// developer guide). The algorithm is ours, not the one that the token asks for.
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
    // Both ends have the same clock.
    validation.leeway = 0;
    validation
}

fn random_key() -> Result<[u8; KEY_BYTES], KeyError> {
    let mut key = [0; KEY_BYTES];
    SystemRandom::new().fill(&mut key).map_err(|_| KeyError::Random)?;
    Ok(key)
}

/// Writes a new file that only its owner can read.
fn write_private(path: &Path, content: &[u8]) -> std::io::Result<()> {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path)?;
    file.write_all(content)?;
    file.sync_all()
}

#[cfg(test)]
mod tests;
