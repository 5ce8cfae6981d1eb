//! Client request tokens.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use crate::error::Error;

/// The most characters of a token (see "`TransactWriteItems`" in the API reference).
const MOST_CHARACTERS: usize = 36;

/// The client request token of a transaction. A transaction with the same token and the same operations happens once.
#[derive(Debug, Clone)]
pub(crate) struct Token(String);

impl Token {
    /// Draws a random token, which no other transaction has.
    pub(crate) fn random() -> Self {
        Self(format!("{:032x}", fastrand::u128(..)))
    }

    /// Returns the token for some operations of this token's transaction. Without the others, it is another
    /// transaction to DynamoDB, which happens once, too.
    pub(super) fn for_part(&self, positions: &[usize]) -> Self {
        let mut hasher = DefaultHasher::new();
        (&self.0, positions).hash(&mut hasher);
        Self(format!("{:016x}", hasher.finish()))
    }

    /// Checks a token that the caller chose.
    pub(super) fn of(token: String) -> Result<Self, Error> {
        let given = token.chars().count();
        if (1..=MOST_CHARACTERS).contains(&given) {
            Ok(Self(token))
        } else {
            Err(Error::TokenLength { given, most: MOST_CHARACTERS })
        }
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}
