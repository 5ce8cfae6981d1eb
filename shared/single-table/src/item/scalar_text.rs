//! Key attributes of any type as texts.

use std::borrow::Cow;

use aws_sdk_dynamodb::primitives::Blob;
use aws_sdk_dynamodb::types::AttributeValue;
use serde_dynamo::AttributeValue as StreamValue;

use crate::Item;
use crate::error::Error;
use crate::table::{KeyAttribute, Scalar};

/// An item from the SDK or from a stream.
pub trait Attributes {
    /// Returns the text of a key attribute, or `None` if the attribute is absent or has another type. Each byte of a binary value
    /// becomes one character.
    fn key_text(&self, attribute: &KeyAttribute) -> Option<Cow<'_, str>>;

    /// Returns the text of an attribute of type S.
    fn text(&self, name: &str) -> Option<&str>;

    /// Returns the digits of an attribute of type N.
    fn number(&self, name: &str) -> Option<&str>;

    /// Returns true if the attribute is present and not NULL, which serde writes for `None`.
    fn has_value(&self, name: &str) -> bool;
}

/// Returns a text in which every byte becomes the character with its number.
pub(crate) fn text_of_bytes(bytes: &[u8]) -> String {
    bytes.iter().copied().map(char::from).collect()
}

/// Implements `Attributes` for the items of one crate.
macro_rules! attributes {
    ($item:ty, $value:ident) => {
        impl Attributes for $item {
            fn key_text(&self, attribute: &KeyAttribute) -> Option<Cow<'_, str>> {
                match (attribute.scalar, self.get(attribute.name)?) {
                    (Scalar::S, $value::S(text)) | (Scalar::N, $value::N(text)) => Some(Cow::Borrowed(text)),
                    (Scalar::B, $value::B(bytes)) => Some(Cow::Owned(text_of_bytes(bytes.as_ref()))),
                    _ => None,
                }
            }

            fn text(&self, name: &str) -> Option<&str> {
                match self.get(name)? {
                    $value::S(text) => Some(text),
                    _ => None,
                }
            }

            fn number(&self, name: &str) -> Option<&str> {
                match self.get(name)? {
                    $value::N(digits) => Some(digits),
                    _ => None,
                }
            }

            fn has_value(&self, name: &str) -> bool {
                self.get(name).is_some_and(|value| !matches!(value, $value::Null(_)))
            }
        }
    };
}
attributes!(Item, AttributeValue);
attributes!(serde_dynamo::Item, StreamValue);

/// Returns the value of a key attribute from its text.
pub(crate) fn scalar_of_text(attribute: &KeyAttribute, text: &str) -> Result<AttributeValue, Error> {
    let refused = |expected| Error::KeyType { attribute: attribute.name, expected, found: "S" };
    Ok(match attribute.scalar {
        Scalar::S => AttributeValue::S(text.to_owned()),
        // The text may come from a client, as a part of a cursor.
        Scalar::N if !text.parse().is_ok_and(f64::is_finite) => return Err(refused("N")),
        Scalar::N => AttributeValue::N(text.to_owned()),
        Scalar::B => {
            let bytes: Option<Vec<u8>> = text.chars().map(|byte| u8::try_from(byte).ok()).collect();
            AttributeValue::B(Blob::new(bytes.ok_or_else(|| refused("B"))?))
        }
    })
}
