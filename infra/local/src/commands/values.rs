//! Values of options that several commands have.

use favorites_api::favorites::UserId;

pub(crate) fn user_id(text: &str) -> Result<UserId, String> {
    UserId::parse(text).map_err(|error| error.to_string())
}
