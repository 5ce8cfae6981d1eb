//! Key attributes as texts, whatever their type is.

use std::borrow::Cow;

use aws_sdk_dynamodb::primitives::Blob;
use aws_sdk_dynamodb::types::AttributeValue;
use serde_dynamo::AttributeValue as StreamValue;

use crate::Item;
use crate::error::Error;
use crate::table::{KeyAttribute, Scalar};

/// The attributes of an item, from the SDK or from a stream.
pub trait Attributes {
    /// The text of a key attribute: of bytes, one character for each byte. None if the attribute is absent or has another type.
    fn key_text(&self, attribute: &KeyAttribute) -> Option<Cow<'_, str>>;

    /// The text of an attribute of type S.
    fn text(&self, name: &str) -> Option<&str>;
}

/// Returns the text for bytes in which every byte is the character with its number.
pub(crate) fn text_of_bytes(bytes: &[u8]) -> String {
    bytes.iter().copied().map(char::from).collect()
}

/// The attributes of an item, whichever crate's type holds its values.
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
        }
    };
}
attributes!(Item, AttributeValue);
attributes!(serde_dynamo::Item, StreamValue);

/// Returns the value of a key attribute with such a text.
pub(crate) fn scalar_of_text(attribute: &KeyAttribute, text: &str) -> Result<AttributeValue, Error> {
    Ok(match attribute.scalar {
        Scalar::S => AttributeValue::S(text.to_owned()),
        Scalar::N => AttributeValue::N(text.to_owned()),
        Scalar::B => {
            let bytes: Option<Vec<u8>> = text.chars().map(|byte| u8::try_from(byte).ok()).collect();
            let refused = Error::KeyType { attribute: attribute.name, expected: "B", found: "S" };
            AttributeValue::B(Blob::new(bytes.ok_or(refused)?))
        }
    })
}
