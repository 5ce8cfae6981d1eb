//! The tokens themselves: JSON Web Tokens with HS256.

use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation, decode, encode};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use time::OffsetDateTime;

use super::hmac;
use super::record::TokenRecord;
use super::store::TokenListError;

/// The issuer (`iss`) of the tokens.
pub const ISSUER: &str = "https://favorites.localhost";

/// The audience (`aud`) of the tokens.
pub const AUDIENCE: &str = "favorites";

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
    #[error(
        "the token has no id (jti), because an earlier version of the service created it; create a new token"
    )]
    NoId,
    #[error("the token {id} is not on the list of tokens")]
    NotListed { id: String },
    #[error("the token {id} expired at {at}")]
    Expired { id: String, at: OffsetDateTime },
    #[error("the token {id} was revoked at {at}")]
    Revoked { id: String, at: OffsetDateTime },
    #[error(transparent)]
    List(#[from] TokenListError),
}

#[derive(Serialize)]
struct Claims<'a> {
    sub: &'a str,
    iss: &'a str,
    aud: &'a str,
    iat: i64,
    exp: i64,
    jti: &'a str,
}

/// Signs tokens, and checks their signatures and claims.
pub(super) struct Jwt {
    signing: EncodingKey,
    verifying: DecodingKey,
}

/// The claims of a token whose signature and times are good.
pub(super) struct Verified {
    /// The token's id (`jti`).
    pub(super) id: String,
    pub(super) claims: Map<String, Value>,
}

impl Jwt {
    pub(super) fn new(key: &[u8]) -> Self {
        hmac::install();
        Self { signing: EncodingKey::from_secret(key), verifying: DecodingKey::from_secret(key) }
    }

    /// Returns the token of a record. It is the same each time.
    pub(super) fn of(&self, record: &TokenRecord) -> String {
        self.until(record, AUDIENCE, record.expire_time)
    }

    /// Returns a token of a record for another audience, or one that expires before the record.
    pub(super) fn until(&self, record: &TokenRecord, audience: &str, end: OffsetDateTime) -> String {
        self.sign(&Claims {
            sub: &record.user,
            iss: ISSUER,
            aud: audience,
            iat: record.create_time.unix_timestamp(),
            exp: end.unix_timestamp(),
            jti: record.id.as_str(),
        })
    }

    pub(super) fn sign(&self, claims: &impl Serialize) -> String {
        encode(&Header::new(Algorithm::HS256), claims, &self.signing)
            .expect("claims of strings and numbers serialize, and an HMAC takes a key of any length")
    }

    /// Checks the token in the value of an `Authorization` header. Makes the same checks as API Gateway: signature, `iss`, `aud`,
    /// `exp`, `nbf` and `iat` (see "Control access to HTTP APIs with JWT authorizers" in the API Gateway developer guide). The
    /// algorithm is always HS256, whatever the token names.
    pub(super) fn verify(&self, authorization: Option<&str>) -> Result<Verified, TokenError> {
        let authorization = authorization.ok_or(TokenError::Missing)?;
        let (scheme, token) = authorization.trim().split_once(' ').ok_or(TokenError::NotBearer)?;
        if !scheme.eq_ignore_ascii_case("Bearer") {
            return Err(TokenError::NotBearer);
        }
        self.verify_token(token.trim(), AUDIENCE)
    }

    /// Checks a token for `audience`.
    pub(super) fn verify_token(&self, token: &str, audience: &str) -> Result<Verified, TokenError> {
        let claims = decode::<Map<String, Value>>(token, &self.verifying, &validation(audience))?.claims;
        let checked = CheckedHere::deserialize(Value::Object(claims.clone())).unwrap_or_default();
        if checked.iat.is_some_and(|iat| iat > jsonwebtoken::get_current_timestamp()) {
            return Err(TokenError::IssuedLater);
        }
        Ok(Verified { id: checked.jti.ok_or(TokenError::NoId)?, claims })
    }
}

/// The claims that `jsonwebtoken` does not check.
#[derive(Deserialize, Default)]
struct CheckedHere {
    iat: Option<u64>,
    jti: Option<String>,
}

fn validation(audience: &str) -> Validation {
    let mut validation = Validation::new(Algorithm::HS256);
    validation.set_issuer(&[ISSUER]);
    validation.set_audience(&[audience]);
    validation.set_required_spec_claims(&["exp", "iss", "aud", "sub"]);
    validation.validate_nbf = true;
    // The same clock issues and checks the token.
    validation.leeway = 0;
    validation
}
