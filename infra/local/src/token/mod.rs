//! Creates, lists, revokes and checks the tokens of the local service's users.
//!
//! They are real JSON Web Tokens, signed with a key that only this service has. On AWS, API Gateway verifies signatures with an
//! identity provider's public key. Here one process signs and verifies, so a symmetric key (HS256) is enough.
//!
//! A list contains the record of each token, and only tokens on this list are accepted. The list contains no token. The same record
//! and the same key always give the same token, so each start of the service can print the token of the start before.

mod hmac;
mod jwt;
mod key;
mod link;
mod list;
mod record;
mod session;
mod store;

use std::path::Path;

use serde_json::{Map, Value};
use time::{Duration, OffsetDateTime};

pub(crate) use self::jwt::TokenError;
pub use self::jwt::{AUDIENCE, ISSUER};
use self::jwt::{Jwt, Verified};
pub use self::key::KeyError;
use self::key::SigningKey;
use self::list::TokenList;
pub use self::record::{NewToken, TokenId, TokenName, TokenRecord, TokenState};
pub(crate) use self::session::RefreshError;
pub use self::store::TokenListError;
use self::store::TokenStore;

/// The lifetime of a token that nobody chose a lifetime for, in days.
pub const DEFAULT_TOKEN_DAYS: i64 = 30;

/// The longest lifetime that a user can choose, in days.
pub const MAX_TOKEN_DAYS: i64 = 365;

/// The time that the token at a start is still valid for at least. If the last one expires earlier, the start creates a new one.
const LEFT_AT_START: Duration = Duration::days(7);

/// A token and its record.
#[derive(Debug, Clone)]
pub struct Issued {
    /// The token. It is a secret, and the service does not store it.
    pub token: String,
    /// The record that the service stores.
    pub record: TokenRecord,
}

/// Creates tokens for users of the local service, and checks the tokens of requests.
pub struct Tokens {
    jwt: Jwt,
    store: TokenStore,
}

impl Tokens {
    /// Generates a key that is lost when the service ends, as the list of tokens is.
    pub(crate) fn generate() -> Result<Self, TokensError> {
        Ok(Self::of(&SigningKey::generate()?, TokenStore::in_memory()))
    }

    /// Returns the tokens of a service in `folder`. Creates the key if the folder has none.
    pub(crate) fn stored_in(folder: &Path) -> Result<Self, TokensError> {
        let store = TokenStore::in_folder(folder);
        let key = match SigningKey::read(folder) {
            Err(KeyError::Missing { .. }) => {
                // The tokens on the list were signed with a key that is gone.
                store.change(|list| {
                    *list = TokenList::default();
                    Ok(())
                })?;
                SigningKey::create(folder)?
            }
            result => result?,
        };
        // A damaged list is an error of the start, not of each request.
        store.read(|_| ())?;
        Ok(Self::of(&key, store))
    }

    /// Returns the tokens of the service whose data folder is `folder`, which may run at the same time. It sees each change at once.
    ///
    /// # Errors
    /// Returns [`KeyError::Missing`] if no service has started with this folder yet.
    pub fn of_folder(folder: &Path) -> Result<Self, KeyError> {
        Ok(Self::of(&SigningKey::read(folder)?, TokenStore::in_folder(folder)))
    }

    fn of(key: &SigningKey, store: TokenStore) -> Self {
        Self { jwt: Jwt::new(key.bytes()), store }
    }

    /// Returns a new token with `user` as its `sub`, which is valid for [`DEFAULT_TOKEN_DAYS`].
    ///
    /// Users see only their own favorites. For another user, create another token.
    ///
    /// # Errors
    /// Returns a [`TokenListError`] if the list of tokens can't be read or written.
    pub fn issue(&self, user: &str) -> Result<String, TokenListError> {
        let new =
            NewToken { user: user.to_owned(), name: None, lifetime: Duration::days(DEFAULT_TOKEN_DAYS) };
        Ok(self.create(new)?.token)
    }

    /// Creates a token and adds its record to the list.
    ///
    /// # Errors
    /// Returns a [`TokenListError`] if the list of tokens can't be read or written.
    pub fn create(&self, new: NewToken) -> Result<Issued, TokenListError> {
        self.add(new, false)
    }

    /// Returns the token of `user` for the start of the service: the one of the start before, or a new one if that one was revoked
    /// or expires within 7 days. A token that is replaced stays valid until it expires.
    ///
    /// # Errors
    /// Returns a [`TokenListError`] if the list of tokens can't be read or written.
    pub fn at_start(&self, user: &str) -> Result<Issued, TokenListError> {
        let until = now() + LEFT_AT_START;
        let record = self.store.read(|list| list.printed_at_start(user, until).cloned())?;
        if let Some(record) = record {
            return Ok(Issued { token: self.jwt.of(&record), record });
        }
        let lifetime = Duration::days(DEFAULT_TOKEN_DAYS);
        self.add(NewToken { user: user.to_owned(), name: None, lifetime }, true)
    }

    /// Returns the records of all tokens, oldest first. The list forgets a token 30 days after its expiry.
    ///
    /// # Errors
    /// Returns a [`TokenListError`] if the list of tokens can't be read.
    pub fn list(&self) -> Result<Vec<TokenRecord>, TokenListError> {
        self.store.read(|list| list.records().to_vec())
    }

    /// Revokes the token `id`. The service refuses it from the next request on. If it was revoked before, nothing changes.
    ///
    /// # Errors
    /// Returns [`TokenListError::Unknown`] if the list has no such token, and other errors if it can't be read or written.
    pub fn revoke(&self, id: &str) -> Result<TokenRecord, TokenListError> {
        self.store.change(|list| {
            list.revoke(id, now()).ok_or_else(|| TokenListError::Unknown { id: id.to_owned() })
        })
    }

    fn add(&self, new: NewToken, printed_at_start: bool) -> Result<Issued, TokenListError> {
        let now = now();
        let record = TokenRecord {
            id: TokenId::generate().ok_or(TokenListError::Random)?,
            name: new.name,
            user: new.user,
            create_time: now,
            expire_time: now + new.lifetime,
            revoke_time: None,
            printed_at_start,
        };
        self.store.change(|list| {
            list.add(record.clone(), now);
            Ok(())
        })?;
        Ok(Issued { token: self.jwt.of(&record), record })
    }

    /// Returns the claims of the token in the value of an `Authorization` header. The token must be valid by itself, and the list must
    /// contain it.
    pub(crate) fn verify(&self, authorization: Option<&str>) -> Result<Map<String, Value>, TokenError> {
        let Verified { id, claims } = self.jwt.verify(authorization)?;
        self.check_listed(id)?;
        Ok(claims)
    }

    fn check_listed(&self, id: String) -> Result<(), TokenError> {
        let state =
            self.store.read(|list| list.find(&id).map(|record| (record.state(now()), record.expire_time)))?;
        match state {
            None => Err(TokenError::NotListed { id }),
            Some((TokenState::Valid, _)) => Ok(()),
            Some((TokenState::Expired, at)) => Err(TokenError::Expired { id, at }),
            Some((TokenState::Revoked(at), _)) => Err(TokenError::Revoked { id, at }),
        }
    }
}

impl std::fmt::Debug for Tokens {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Tokens")
    }
}

/// The service has no signing key or no list of tokens.
#[derive(Debug, thiserror::Error)]
pub enum TokensError {
    /// The signing key can't be read or created.
    #[error(transparent)]
    Key(#[from] KeyError),
    /// The list of tokens can't be read or written.
    #[error(transparent)]
    List(#[from] TokenListError),
}

/// Returns the current time in whole seconds, which the claims of a token have.
fn now() -> OffsetDateTime {
    OffsetDateTime::now_utc().replace_nanosecond(0).expect("0 is a valid nanosecond")
}

#[cfg(test)]
mod tests;
