//! The exclusive start key of a scan, as text.

use std::collections::BTreeMap;

use aws_sdk_dynamodb::primitives::Blob;
use aws_sdk_dynamodb::types::AttributeValue;
use serde::{Deserialize, Serialize};

use crate::Item;
use crate::cursor::{self, CursorError, ListKind, Part};
use crate::error::Error;
use crate::table::{IndexSchema, Table};

/// The attributes of a last evaluated key. Saved progress contains these attributes as text.
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
                    let what = format!("a last evaluated key whose attribute {name} is not a scalar");
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

    /// Returns the key if its attributes are those of a scan of this table or index.
    pub(crate) fn checked<T: Table>(self, index: Option<IndexSchema>) -> Result<Self, CursorError> {
        let index = index.iter().flat_map(|index| index.partition_key.iter().chain(index.sort_key));
        let mut expected: Vec<_> = T::KEY.iter().chain(index).map(|attribute| attribute.name).collect();
        expected.sort_unstable();
        expected.dedup();
        if self.0.keys().eq(&expected) {
            return Ok(self);
        }
        let found: Vec<_> = self.0.into_keys().collect();
        Err(CursorError::OtherKey { found: found.join(", "), expected: expected.join(", ") })
    }
}

impl ScanKey {
    /// Returns the texts of a place: each attribute's name, followed by its value with the letter of the value's type.
    pub(super) fn parts(&self) -> Vec<String> {
        let value = |value: &Scalar| match value {
            Scalar::S(text) => format!("S{text}"),
            Scalar::N(number) => format!("N{number}"),
            Scalar::B(bytes) => format!("B{}", hex::encode(bytes)),
        };
        self.0.iter().flat_map(|(name, scalar)| [name.clone(), value(scalar)]).collect()
    }

    pub(super) fn of_parts(parts: &[Part<'_>]) -> Result<Self, CursorError> {
        let mut attributes = BTreeMap::new();
        for pair in parts.chunks(2) {
            let [name, value] = pair else { return Err(pair[0].malformed()) };
            let scalar = scalar(value.text).ok_or_else(|| value.malformed())?;
            if attributes.insert(name.text.to_owned(), scalar).is_some() {
                return Err(name.malformed());
            }
        }
        Ok(Self(attributes))
    }
}

fn scalar(value: &str) -> Option<Scalar> {
    let (letter, value) = value.split_at_checked(1)?;
    match letter {
        "S" => Some(Scalar::S(value.to_owned())),
        "N" => Some(Scalar::N(value.to_owned())),
        "B" => hex::decode(value).ok().map(Scalar::B),
        _ => None,
    }
}

impl From<ScanKey> for String {
    fn from(key: ScanKey) -> Self {
        cursor::write(ListKind::Scan, key.parts())
    }
}

impl TryFrom<String> for ScanKey {
    type Error = CursorError;

    fn try_from(text: String) -> Result<Self, CursorError> {
        let (_, parts) = cursor::read(&[ListKind::Scan], &text)?;
        Self::of_parts(&parts)
    }
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
        assert_eq!(text, "s5:empty1:S7:größe5:N-1.54:hash5:B00ff2:pk11:STag#ü:3:x");
        assert_eq!(ScanKey::try_from(text).unwrap(), key);
        assert_eq!(key.to_item(), item);
    }

    #[test]
    fn a_value_that_no_key_has_is_an_error() {
        let error = ScanKey::of(Item::from([("pk".to_owned(), AttributeValue::Bool(true))])).unwrap_err();
        let message = "DynamoDB answered with a last evaluated key whose attribute pk is not a scalar";
        assert_eq!(error.to_string(), message);
        for (text, at) in
            [("s1:a3:B0g", 6), ("s1:a2:B0", 6), ("s1:a0:", 6), ("s1:a", 3), ("s1:a2:Sa1:a2:Sa", 10)]
        {
            let error = ScanKey::try_from(text.to_owned()).unwrap_err();
            assert_eq!(error, CursorError::Malformed { at }, "{text}");
        }
    }
}
