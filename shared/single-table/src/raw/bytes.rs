//! Bytes as a component.

use std::fmt;

use serde::de::{self, Deserialize, Deserializer, SeqAccess, Visitor};
use serde::{Serialize, Serializer};
use table_keys::{ComponentError, EncodeComponent, KeyBuilder, KeyComponent};

use super::component::{RawComponent, WriteRaw};
use crate::table::Scalar;

/// Bytes that serde stores in an attribute of type B, and that can be a raw key in such an attribute.
///
/// ```
/// use single_table::raw::Bytes;
///
/// let digest = Bytes::from(vec![0, 7, 255]);
/// assert_eq!(digest.as_ref(), [0, 7, 255]);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Bytes(Vec<u8>);

impl From<Vec<u8>> for Bytes {
    fn from(bytes: Vec<u8>) -> Self {
        Self(bytes)
    }
}

impl From<Bytes> for Vec<u8> {
    fn from(bytes: Bytes) -> Self {
        bytes.0
    }
}

impl AsRef<[u8]> for Bytes {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl Serialize for Bytes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&self.0)
    }
}

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_byte_buf(BytesVisitor)
    }
}

struct BytesVisitor;

impl<'de> Visitor<'de> for BytesVisitor {
    type Value = Bytes;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("bytes")
    }

    fn visit_bytes<E: de::Error>(self, bytes: &[u8]) -> Result<Bytes, E> {
        Ok(Bytes(bytes.to_vec()))
    }

    fn visit_byte_buf<E: de::Error>(self, bytes: Vec<u8>) -> Result<Bytes, E> {
        Ok(Bytes(bytes))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Bytes, A::Error> {
        let mut bytes = Vec::new();
        while let Some(byte) = list.next_element()? {
            bytes.push(byte);
        }
        Ok(Bytes(bytes))
    }
}

/// In other keys, bytes are hexadecimal digits.
impl EncodeComponent for Bytes {
    type Component = Self;

    fn encode(&self, key: &mut KeyBuilder<'_>) {
        key.push_text(&hex::encode(&self.0));
    }
}

impl KeyComponent for Bytes {
    fn decode(text: &str) -> Result<Self, ComponentError> {
        let bytes = hex::decode(text).ok().filter(|bytes| hex::encode(bytes) == text);
        bytes.map(Self).ok_or_else(|| {
            ComponentError::unexpected("an even number of lower-case hexadecimal digits", text)
        })
    }
}

/// The text of a raw key has one character for each byte, with the byte's number.
impl WriteRaw for Bytes {
    fn write_raw(&self, text: &mut String) -> Result<(), ComponentError> {
        text.extend(self.0.iter().copied().map(char::from));
        Ok(())
    }
}

impl RawComponent for Bytes {
    const SCALAR: Scalar = Scalar::B;

    fn read_raw(text: &str) -> Result<Self, ComponentError> {
        let bytes: Option<Vec<u8>> = text.chars().map(|byte| u8::try_from(byte).ok()).collect();
        bytes.map(Self).ok_or_else(|| ComponentError::unexpected("bytes", text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_read_back_from_every_form() {
        let bytes = Bytes((0..=255).collect());
        let mut text = String::new();
        bytes.write_raw(&mut text).unwrap();
        assert_eq!(Bytes::read_raw(&text).as_ref(), Ok(&bytes));
        let key = table_keys::sort_key(&(&bytes,)).unwrap();
        assert_eq!(table_keys::parse_sort_key(&key), Ok((bytes.clone(),)));
        let value = serde_dynamo::to_attribute_value::<_, aws_sdk_dynamodb::types::AttributeValue>(&bytes);
        let value = value.unwrap();
        assert!(value.is_b());
        assert_eq!(serde_dynamo::from_attribute_value::<_, Bytes>(value).unwrap(), bytes);
        assert_eq!(serde_json::from_str::<Bytes>("[0,7,255]").unwrap(), Bytes(vec![0, 7, 255]));
    }

    #[test]
    fn a_text_that_is_not_bytes_is_refused() {
        assert!(Bytes::read_raw("\u{100}").is_err());
        for text in ["0", "0g", "AB"] {
            assert!(Bytes::decode(text).is_err(), "{text}");
        }
        assert!(serde_json::from_str::<Bytes>("7").is_err());
    }
}
