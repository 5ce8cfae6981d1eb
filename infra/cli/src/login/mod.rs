//! Tokens: where they come from and where they are stored.

mod input;
mod keyring;
mod sign_in;
mod token_file;
mod token_store;
mod variable;

pub(crate) use self::input::{InputError, read_token};
#[cfg(test)]
pub(crate) use self::keyring::Keyring;
pub(crate) use self::sign_in::{SignInError, token_for};
pub(crate) use self::token_store::{TokenStore, TokenStoreError};
pub(crate) use self::variable::{TOKEN_VARIABLE, has_token_variable};
