//! The sessions of the web app: access tokens that are valid for an hour, and a refresh token for the next
//! one. A link begins one.
//!
//! A session is a token on the list like any other, so `token list` shows it and `token revoke` ends it.

use serde::Serialize;
use time::Duration;

use super::jwt::{AUDIENCE, ISSUER, TokenError, Verified};
use super::link::LinkRecord;
use super::record::{NewToken, TokenName, TokenRecord};
use super::store::TokenListError;
use super::{DEFAULT_TOKEN_DAYS, Tokens, now};

/// The audience of refresh tokens, so that the API does not take one for an access token.
const REFRESH_AUDIENCE: &str = "favorites-refresh";

/// The name of sessions in the list of tokens.
const NAME: &str = "web app";

const ACCESS_LIFETIME: Duration = Duration::hours(1);

/// The answer of a token endpoint (RFC 6749, section 5.1).
#[derive(Debug, Serialize)]
pub(crate) struct SessionTokens {
    access_token: String,
    token_type: &'static str,
    expires_in: i64,
    refresh_token: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    id_token: Option<String>,
}

/// A session has no new tokens.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RefreshError {
    #[error(transparent)]
    Invalid(TokenError),
    #[error(transparent)]
    List(#[from] TokenListError),
}

/// The claims of an id token. It has no `jti`, so that the API does not take it for an access token.
#[derive(Serialize)]
struct IdClaims<'a> {
    sub: &'a str,
    iss: &'a str,
    aud: &'a str,
    iat: i64,
    exp: i64,
    nonce: &'a str,
}

impl Tokens {
    /// Returns the address of the web app at `url` that signs `user` in. It works once, within ten minutes.
    ///
    /// # Errors
    /// Returns a [`TokenListError`] if the list of tokens can't be read or written.
    pub fn sign_in_link(&self, url: &str, user: &str) -> Result<String, TokenListError> {
        let now = now();
        let (link, code) = LinkRecord::generate(user, now).ok_or(TokenListError::Random)?;
        self.store.change(|list| {
            list.add_link(link, now);
            Ok(())
        })?;
        Ok(format!("{url}/#code={code}"))
    }

    /// Returns the user of a link that still works, and ends the link.
    pub(crate) fn use_link(&self, code: &str) -> Result<Option<String>, TokenListError> {
        self.store.change(|list| Ok(list.take_link(code, now())))
    }

    /// Begins a session of `user`. `nonce` is that of the authentication request, for the id token.
    pub(crate) fn begin_session(
        &self,
        user: &str,
        nonce: Option<&str>,
    ) -> Result<SessionTokens, TokenListError> {
        let name = TokenName::parse(NAME).expect("it is a name");
        let lifetime = Duration::days(DEFAULT_TOKEN_DAYS);
        let record = self.create(NewToken { user: user.to_owned(), name: Some(name), lifetime })?.record;
        let mut tokens = self.session_tokens(&record);
        let iat = now().unix_timestamp();
        let claims = |nonce| IdClaims {
            sub: user,
            iss: ISSUER,
            aud: AUDIENCE,
            iat,
            exp: iat + tokens.expires_in,
            nonce,
        };
        tokens.id_token = nonce.map(|nonce| self.jwt.sign(&claims(nonce)));
        Ok(tokens)
    }

    /// Returns new tokens of the session of a refresh token.
    pub(crate) fn renew_session(&self, refresh_token: &str) -> Result<SessionTokens, RefreshError> {
        let id = self.session(refresh_token).map_err(RefreshError::Invalid)?;
        let record = self.store.read(|list| list.find(&id).cloned())?;
        let record = record.ok_or(RefreshError::Invalid(TokenError::NotListed { id }))?;
        Ok(self.session_tokens(&record))
    }

    /// Revokes all tokens of the session of a refresh token.
    pub(crate) fn end_session(&self, refresh_token: &str) -> Result<(), RefreshError> {
        let id = self.session(refresh_token).map_err(RefreshError::Invalid)?;
        self.revoke(&id)?;
        Ok(())
    }

    /// Returns the id of the session of a refresh token that is valid.
    fn session(&self, refresh_token: &str) -> Result<String, TokenError> {
        let Verified { id, .. } = self.jwt.verify_token(refresh_token, REFRESH_AUDIENCE)?;
        self.check_listed(id.clone())?;
        Ok(id)
    }

    fn session_tokens(&self, record: &TokenRecord) -> SessionTokens {
        let access_end = record.expire_time.min(now() + ACCESS_LIFETIME);
        SessionTokens {
            access_token: self.jwt.until(record, AUDIENCE, access_end),
            token_type: "Bearer",
            expires_in: (access_end - now()).whole_seconds(),
            refresh_token: self.jwt.until(record, REFRESH_AUDIENCE, record.expire_time),
            id_token: None,
        }
    }
}
