//! The environment variable with a token.

/// The environment variable with the token. It comes before the keyring.
pub(crate) const TOKEN_VARIABLE: &str = "FAVORITES_TOKEN";

/// Returns the text of the variable, unless it is missing or empty.
pub(super) fn token_variable() -> Option<String> {
    let text = std::env::var_os(TOKEN_VARIABLE).filter(|text| !text.is_empty())?;
    // Characters that are not UTF-8 are refused as those of a token.
    Some(text.to_string_lossy().into_owned())
}

/// Returns true if the environment has a token, which comes before that of the keyring.
pub(crate) fn has_token_variable() -> bool {
    token_variable().is_some()
}
