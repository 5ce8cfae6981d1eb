//! A token from the terminal or from standard input.

use std::io::{self, IsTerminal as _, Read as _};

use crate::client::{ApiUrl, Token, TokenError};

/// The bytes that are read from standard input: more than any token has.
const INPUT_BYTES: u64 = 1 << 16;

/// No token was given.
#[derive(Debug, thiserror::Error)]
pub(crate) enum InputError {
    #[error("the token can't be read from {place}")]
    Read { place: &'static str, source: io::Error },
    #[error("{place} has no usable token")]
    Token { place: &'static str, source: TokenError },
}

/// Reads a token: from the terminal without showing it, or else from standard input.
///
/// A token is never an argument, because other users of the machine can see a program's arguments.
pub(crate) fn read_token(api: &ApiUrl) -> Result<Token, InputError> {
    let (place, text) = if io::stdin().is_terminal() {
        ("the terminal", rpassword::prompt_password(format!("Token for {api} (not shown): ")))
    } else {
        ("standard input", read_input())
    };
    let text = text.map_err(|source| InputError::Read { place, source })?;
    text.parse().map_err(|source| InputError::Token { place, source })
}

fn read_input() -> io::Result<String> {
    let mut text = String::new();
    io::stdin().take(INPUT_BYTES).read_to_string(&mut text)?;
    Ok(text)
}
