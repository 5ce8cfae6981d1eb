//! The record of a token: everything about it except its signature.

use std::fmt;

use ring::rand::{SecureRandom as _, SystemRandom};
use serde::{Deserialize, Serialize};
use time::{Duration, OffsetDateTime};

/// The bytes of an id, written as hexadecimal digits.
const ID_BYTES: usize = 8;

/// The most characters of a token's name.
const NAME_CHARACTERS: usize = 64;

/// The id of a token (`jti`). It is not a secret.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TokenId(String);

impl TokenId {
    /// Returns a new id, or `None` if the operating system provides no random bytes.
    pub(super) fn generate() -> Option<Self> {
        let mut bytes = [0; ID_BYTES];
        SystemRandom::new().fill(&mut bytes).ok()?;
        Some(Self(format!("{:016x}", u64::from_be_bytes(bytes))))
    }

    /// Returns the id as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for TokenId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The name that a user gave a token, in order to recognize it in the list: from 1 to 64 characters, none of them a control
/// character.
///
/// ```
/// use favorites_local::TokenName;
///
/// assert_eq!(TokenName::parse("phone")?.as_str(), "phone");
/// assert!(TokenName::parse("two\nlines").is_err());
/// # Ok::<(), String>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TokenName(String);

impl TokenName {
    /// Checks a name.
    ///
    /// # Errors
    /// Returns the rule that `text` breaks.
    pub fn parse(text: &str) -> Result<Self, String> {
        let characters = text.chars().count();
        if !(1..=NAME_CHARACTERS).contains(&characters) {
            return Err(format!(
                "a name has from 1 to {NAME_CHARACTERS} characters; {characters} were given"
            ));
        }
        if text.contains(char::is_control) {
            return Err("a name has no control characters, such as tabs and line breaks".to_owned());
        }
        Ok(Self(text.to_owned()))
    }

    /// Returns the name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The state of a token at a given time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenState {
    /// The service accepts the token.
    Valid,
    /// The token's time has passed.
    Expired,
    /// The token was revoked at this time.
    Revoked(OffsetDateTime),
}

/// A new token's user, name and lifetime.
#[derive(Debug, Clone)]
pub struct NewToken {
    /// The user (`sub`), whose favorites the token gives access to.
    pub user: String,
    /// The name in the list of tokens, if it has one.
    pub name: Option<TokenName>,
    /// The time from now until the token expires.
    pub lifetime: Duration,
}

/// The record of a token. The token itself is not stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TokenRecord {
    /// The id (`jti`).
    pub id: TokenId,
    /// The name, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<TokenName>,
    /// The user (`sub`).
    pub user: String,
    /// The time of creation (`iat`), in whole seconds.
    #[serde(with = "time::serde::rfc3339")]
    pub create_time: OffsetDateTime,
    /// The time from which on the token is not accepted (`exp`), in whole seconds.
    #[serde(with = "time::serde::rfc3339")]
    pub expire_time: OffsetDateTime,
    /// The time at which the token was revoked, if it was.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "time::serde::rfc3339::option")]
    pub revoke_time: Option<OffsetDateTime>,
    /// True if the service created the token to print it at its start.
    #[serde(default)]
    pub printed_at_start: bool,
}

impl TokenRecord {
    /// Returns the state at the time `now`. A revoked token stays revoked after its time has passed.
    #[must_use]
    pub fn state(&self, now: OffsetDateTime) -> TokenState {
        match self.revoke_time {
            Some(time) => TokenState::Revoked(time),
            None if self.expire_time <= now => TokenState::Expired,
            None => TokenState::Valid,
        }
    }
}
