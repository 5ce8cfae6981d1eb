//! The items' own attributes as the keys of native indexes.

use aws_sdk_dynamodb::primitives::Blob;
use aws_sdk_dynamodb::types::AttributeValue;
use serde::Serialize;

use super::key_attributes::KeyAttributes;
use super::value::{TYPE, attribute as to_value};
use crate::Item;
use crate::const_str::equal;
use crate::entity::Entity;
use crate::error::Error;
use crate::table::{KeyAttribute, NativeIndex, Scalar, Table};

/// The components of a tuple as these attributes. The tuple may be shorter.
pub(crate) fn named<'a>(
    attributes: impl Iterator<Item = &'a KeyAttribute>,
    components: &impl Serialize,
) -> Result<Vec<(&'static str, AttributeValue)>, Error> {
    // A tuple is a list to serde, but for `()`.
    let values = match to_value("a native key", components)? {
        AttributeValue::L(values) => values,
        _ => Vec::new(),
    };
    attributes
        .zip(values)
        .map(|(attribute, value)| Ok((attribute.name, checked(attribute, value)?)))
        .collect()
}

/// Returns the value if it has the attribute's type. DynamoDB refuses every other one.
pub(crate) fn checked(attribute: &KeyAttribute, value: AttributeValue) -> Result<AttributeValue, Error> {
    let found = match &value {
        AttributeValue::S(_) => "S",
        AttributeValue::N(_) => "N",
        AttributeValue::B(_) => "B",
        AttributeValue::Null(_) => "NULL",
        AttributeValue::Bool(_) => "BOOL",
        AttributeValue::L(_) => "L",
        AttributeValue::M(_) => "M",
        _ => "a set",
    };
    let expected = match attribute.scalar {
        Scalar::S => "S",
        Scalar::N => "N",
        Scalar::B => "B",
    };
    if found == expected {
        Ok(value)
    } else {
        Err(Error::KeyType { attribute: attribute.name, expected, found })
    }
}

/// Checks the attributes of an item that native indexes are made of, and leaves out the absent ones.
pub(crate) fn check_item<T: Table>(item: &mut Item) -> Result<(), Error> {
    for index in T::INDEXES.iter().filter(|index| index.is_native()) {
        for attribute in index.partition_key.iter().chain(index.sort_key) {
            if let Some(value) = item.remove(attribute.name).filter(|value| !value.is_null()) {
                item.insert(attribute.name.to_owned(), checked(attribute, value)?);
            }
        }
    }
    Ok(())
}

/// The attributes of a native partition key. `type` is filled in.
#[doc(hidden)]
pub fn partition<E: Entity, I: NativeIndex>(
    components: &impl Serialize,
) -> Result<Vec<(&'static str, AttributeValue)>, Error> {
    let fields = I::SCHEMA.partition_key.iter().filter(|attribute| attribute.name != TYPE);
    let mut attributes = named(fields, components)?;
    if !is_mixed::<I>() {
        attributes.push((TYPE, AttributeValue::S(E::NAME.as_str().to_owned())));
    }
    Ok(attributes)
}

/// One attribute of a native sort key as text, for a place. Bytes become the characters of their numbers.
#[doc(hidden)]
pub fn text(last: &Item, attribute: &KeyAttribute) -> Result<String, Error> {
    match last.get(attribute.name) {
        Some(AttributeValue::S(text) | AttributeValue::N(text)) => Ok(text.clone()),
        Some(AttributeValue::B(bytes)) => Ok(bytes.as_ref().iter().copied().map(char::from).collect()),
        _ => {
            let what = format!("a last evaluated key without the key attribute {}", attribute.name);
            Err(Error::Response { what })
        }
    }
}

/// Adds what [`text`] made.
#[doc(hidden)]
pub fn push(keys: &mut KeyAttributes, attribute: &KeyAttribute, text: &str) {
    let value = match attribute.scalar {
        Scalar::S => Some(AttributeValue::S(text.to_owned())),
        Scalar::N => Some(AttributeValue::N(text.to_owned())),
        Scalar::B => {
            let bytes: Option<Vec<u8>> = text.chars().map(|byte| u8::try_from(byte).ok()).collect();
            bytes.map(|bytes| AttributeValue::B(Blob::new(bytes)))
        }
    };
    match value {
        Some(value) => keys.push_value(attribute.name, value),
        None => keys.fail(Error::KeyType { attribute: attribute.name, expected: "B", found: "S" }),
    }
}

/// Whether items of other entities are in the same partitions: `type` is not in the key.
#[doc(hidden)]
#[must_use]
pub const fn is_mixed<I: NativeIndex>() -> bool {
    let attributes = I::SCHEMA.partition_key;
    let mut at = 0;
    while at < attributes.len() {
        if equal(attributes[at].name, TYPE) {
            return false;
        }
        at += 1;
    }
    true
}

/// Checks that a view has the attributes of its index.
///
/// # Panics
/// When it has not: while it is compiled.
#[doc(hidden)]
pub const fn check_view<I: NativeIndex>(partition: &[&str], sort: &[&str]) {
    assert!(
        are_named(I::SCHEMA.partition_key, partition, true),
        "`partition(...)` of a native index names the fields whose attributes `table!` declares for its partition key, in the \
         same order; only `type` is left out"
    );
    assert!(
        are_named(I::SCHEMA.sort_key, sort, false),
        "`sort(...)` of a native index names the fields whose attributes `table!` declares for its sort key, in the same order"
    );
}

const fn are_named(attributes: &[KeyAttribute], names: &[&str], skip_type: bool) -> bool {
    let (mut at, mut found) = (0, 0);
    while at < attributes.len() {
        if !(skip_type && equal(attributes[at].name, TYPE)) {
            if found == names.len() || !equal(attributes[at].name, names[found]) {
                return false;
            }
            found += 1;
        }
        at += 1;
    }
    found == names.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_type_of_attribute_goes_through_text() {
        let bytes = Blob::new([0, 7, 35, 128, 255]);
        let values = [
            (Scalar::S, AttributeValue::S("a#b".to_owned())),
            (Scalar::N, AttributeValue::N("-7.5".to_owned())),
            (Scalar::B, AttributeValue::B(bytes)),
        ];
        for (scalar, value) in values {
            let (attribute, last) =
                (KeyAttribute { name: "a", scalar }, Item::from([("a".to_owned(), value)]));
            let mut keys = KeyAttributes::new();
            push(&mut keys, &attribute, &text(&last, &attribute).unwrap());
            assert_eq!(keys.into_item().unwrap(), last);
        }
    }

    #[test]
    fn what_is_no_key_is_refused() {
        let attribute = KeyAttribute { name: "a", scalar: Scalar::B };
        let mut keys = KeyAttributes::new();
        push(&mut keys, &attribute, "\u{100}");
        let error = keys.into_item().unwrap_err();
        assert!(matches!(error, Error::KeyType { attribute: "a", expected: "B", .. }), "{error}");
        let error = text(&Item::new(), &attribute).unwrap_err();
        assert_eq!(
            error.to_string(),
            "DynamoDB answered with a last evaluated key without the key attribute a"
        );
    }
}
