//! Addresses of web pages.

use favorites_api::favorites::{ValueError, WebUrl};

/// A text is not the address of a page.
#[derive(Debug, thiserror::Error)]
pub(crate) enum AddressError {
    #[error("{given:?} is not a complete address; write https://{given}")]
    NoScheme { given: String },
    #[error(transparent)]
    Value(#[from] ValueError),
}

/// Reads the address of a page.
pub(crate) fn web_url(text: &str) -> Result<WebUrl, AddressError> {
    let given = text.trim();
    let is_only_cut = !given.contains("://") && WebUrl::parse(format!("https://{given}")).is_ok();
    let parsed = WebUrl::parse(text).map_err(AddressError::from);
    parsed
        .map_err(|error| if is_only_cut { AddressError::NoScheme { given: given.to_owned() } } else { error })
}
