//! The key after which a scan goes on, as text.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use aws_sdk_dynamodb::primitives::Blob;
use aws_sdk_dynamodb::types::AttributeValue;
use serde::{Deserialize, Serialize};

use super::error::ScanOffsetError;
use crate::Item;
use crate::error::Error;
use crate::table::{IndexSchema, Table};

/// The key attributes that a `LastEvaluatedKey` has. Their text is each name and each value with its length before it:
/// `2:pk6:STag#u`; a value begins with its type.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(crate) struct ScanKey(BTreeMap<String, Scalar>);

#[derive(Debug, Clone, PartialEq)]
enum Scalar {
    S(String),
    N(String),
    B(Vec<u8>),
}

impl ScanKey {
    pub(crate) fn of(last: Item) -> Result<Self, Error> {
        let scalar = |(name, value)| {
            let value = match value {
                AttributeValue::S(text) => Scalar::S(text),
                AttributeValue::N(number) => Scalar::N(number),
                AttributeValue::B(bytes) => Scalar::B(bytes.into_inner()),
                _ => {
                    let what = format!("a last evaluated key whose attribute {name} is no key");
                    return Err(Error::Response { what });
                }
            };
            Ok((name, value))
        };
        last.into_iter().map(scalar).collect::<Result<_, _>>().map(Self)
    }

    pub(crate) fn to_item(&self) -> Item {
        let attribute = |value: &Scalar| match value {
            Scalar::S(text) => AttributeValue::S(text.clone()),
            Scalar::N(number) => AttributeValue::N(number.clone()),
            Scalar::B(bytes) => AttributeValue::B(Blob::new(bytes.clone())),
        };
        self.0.iter().map(|(name, value)| (name.clone(), attribute(value))).collect()
    }

    /// The key, if its attributes are those of a scan of this table or index.
    pub(crate) fn checked<T: Table>(self, index: Option<IndexSchema>) -> Result<Self, ScanOffsetError> {
        let index = index.iter().flat_map(|index| index.partition_key.iter().chain(index.sort_key));
        let mut expected: Vec<_> = T::KEY.iter().chain(index).map(|attribute| attribute.name).collect();
        expected.sort_unstable();
        expected.dedup();
        if self.0.keys().eq(&expected) {
            return Ok(self);
        }
        let found: Vec<_> = self.0.into_keys().collect();
        Err(ScanOffsetError::OtherKey { found: found.join(", "), expected: expected.join(", ") })
    }
}

impl From<ScanKey> for String {
    fn from(key: ScanKey) -> Self {
        let mut text = Self::new();
        for (name, value) in key.0 {
            let value = match value {
                Scalar::S(text) => format!("S{text}"),
                Scalar::N(number) => format!("N{number}"),
                Scalar::B(bytes) => format!("B{}", hex::encode(bytes)),
            };
            for part in [name, value] {
                write!(text, "{}:{part}", part.len()).expect("writing to a string does not fail");
            }
        }
        text
    }
}

impl TryFrom<String> for ScanKey {
    type Error = ScanOffsetError;

    fn try_from(text: String) -> Result<Self, ScanOffsetError> {
        let mut rest = text.as_str();
        let mut attributes = BTreeMap::new();
        while !rest.is_empty() {
            let malformed = ScanOffsetError::Malformed { at: text.len() - rest.len() };
            let Some((name, value, after)) = attribute(rest) else { return Err(malformed) };
            if attributes.insert(name.to_owned(), value).is_some() {
                return Err(malformed);
            }
            rest = after;
        }
        Ok(Self(attributes))
    }
}

/// The name and the value that a text begins with, and what follows them.
fn attribute(text: &str) -> Option<(&str, Scalar, &str)> {
    let (name, rest) = part(text)?;
    let (value, rest) = part(rest)?;
    let (scalar, value) = value.split_at_checked(1)?;
    let value = match scalar {
        "S" => Scalar::S(value.to_owned()),
        "N" => Scalar::N(value.to_owned()),
        "B" => Scalar::B(hex::decode(value).ok()?),
        _ => return None,
    };
    Some((name, value, rest))
}

fn part(text: &str) -> Option<(&str, &str)> {
    let (length, rest) = text.split_once(':')?;
    rest.split_at_checked(length.parse().ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_of_any_type_is_read_back_from_its_text() {
        let item = Item::from([
            ("pk".to_owned(), AttributeValue::S("Tag#ü:3:x".to_owned())),
            ("größe".to_owned(), AttributeValue::N("-1.5".to_owned())),
            ("hash".to_owned(), AttributeValue::B(Blob::new([0, 255]))),
            ("empty".to_owned(), AttributeValue::S(String::new())),
        ]);
        let key = ScanKey::of(item.clone()).unwrap();
        let text = String::from(key.clone());
        assert_eq!(text, "5:empty1:S7:größe5:N-1.54:hash5:B00ff2:pk11:STag#ü:3:x");
        assert_eq!(ScanKey::try_from(text).unwrap(), key);
        assert_eq!(key.to_item(), item);
    }

    #[test]
    fn a_value_that_no_key_has_is_an_error() {
        let error = ScanKey::of(Item::from([("pk".to_owned(), AttributeValue::Bool(true))])).unwrap_err();
        let message = "DynamoDB answered with a last evaluated key whose attribute pk is no key";
        assert_eq!(error.to_string(), message);
        for text in ["1:a3:B0g", "1:a2:B0", "1:a0:", "1:ü3:Sa", "-1:a2:Sa"] {
            let error = ScanKey::try_from(text.to_owned()).unwrap_err();
            assert_eq!(error, ScanOffsetError::Malformed { at: 0 }, "{text}");
        }
    }
}
