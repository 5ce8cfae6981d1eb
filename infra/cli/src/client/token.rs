//! The user's token.

use std::fmt;
use std::str::FromStr;

use reqwest::header::HeaderValue;

/// The largest token in bytes. API Gateway accepts headers of 10,240 bytes in total ("Quotas for HTTP APIs").
const TOKEN_BYTES: usize = 10_240;

/// A bearer token. No output, message or log contains it.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Token(String);

/// A text is not a token. The message does not repeat the text.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub(crate) enum TokenError {
    #[error("the token is empty")]
    Empty,
    #[error("the token has {given} bytes; the limit is {TOKEN_BYTES}")]
    TooLong { given: usize },
    #[error("the token must consist of letters, digits and -._~+/=; its character {position} is another one")]
    Character { position: usize },
}

impl Token {
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the value of the `Authorization` header, which HTTP libraries then don't show either.
    pub(crate) fn header(&self) -> HeaderValue {
        let text = format!("Bearer {}", self.0);
        let mut value = HeaderValue::from_str(&text).expect("a token only has characters of a header");
        value.set_sensitive(true);
        value
    }
}

/// Accepts the form `b68token` of RFC 6750, section 2.1, with white space around it.
impl FromStr for Token {
    type Err = TokenError;

    fn from_str(given: &str) -> Result<Self, TokenError> {
        let token = given.trim();
        if token.is_empty() {
            return Err(TokenError::Empty);
        }
        if token.len() > TOKEN_BYTES {
            return Err(TokenError::TooLong { given: token.len() });
        }
        match token.chars().position(|c| !c.is_ascii_alphanumeric() && !"-._~+/=".contains(c)) {
            Some(index) => Err(TokenError::Character { position: index + 1 }),
            None => Ok(Self(token.to_owned())),
        }
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_around_a_token_is_dropped_and_nothing_shows_the_token() {
        let token: Token = " eyJ.a-b_c.d~e+f/g= \r\n".parse().unwrap();
        assert_eq!(token.as_str(), "eyJ.a-b_c.d~e+f/g=");
        assert_eq!(format!("{token:?} {:?}", token.header()), "Token Sensitive");
    }

    #[test]
    fn what_is_not_a_token_is_refused_with_the_reason() {
        let error = |text: &str| text.parse::<Token>().unwrap_err();
        assert_eq!(error(" \n"), TokenError::Empty);
        assert_eq!(error("Bearer abc"), TokenError::Character { position: 7 });
        assert_eq!(error("ab\nc"), TokenError::Character { position: 3 });
        assert_eq!(error("é"), TokenError::Character { position: 1 });
        assert_eq!(error(&"a".repeat(10_241)), TokenError::TooLong { given: 10_241 });
        assert!("a".repeat(10_240).parse::<Token>().is_ok());
    }
}
