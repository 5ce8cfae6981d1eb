//! Text and numbers that hold their own limits, so that a value that exists is valid.

mod degrees;
mod error;
mod media_type;
mod named;
mod text;
mod trackers;
mod web_url;

pub use degrees::{Latitude, Longitude};
pub use error::ValueError;
pub use media_type::MediaType;
pub(crate) use named::named;
pub use text::{CreatorId, IdempotencyKey, LongText, MessageText, NoteText, ShortText, Text, Title};
pub use web_url::WebUrl;

/// The conversions that serde goes through, for a type over text with a `parse` of its own: what is read is checked too.
macro_rules! serde_as_text {
    ($name:ty) => {
        impl TryFrom<String> for $name {
            type Error = $crate::model::value::ValueError;

            fn try_from(text: String) -> Result<Self, Self::Error> {
                Self::parse(text)
            }
        }

        impl From<$name> for String {
            fn from(value: $name) -> Self {
                value.0.into()
            }
        }
    };
}
pub(crate) use serde_as_text;
