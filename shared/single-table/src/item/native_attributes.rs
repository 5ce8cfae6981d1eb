//! Attributes of items as the keys of native indexes.

use std::borrow::Cow;

use aws_sdk_dynamodb::types::AttributeValue;
use serde::Serialize;

use super::key_attributes::KeyAttributes;
use super::scalar_text::{Attributes as _, scalar_of_text};
use super::value::attribute as to_value;
use crate::Item;
use crate::const_str::{equal, is};
use crate::entity::Entity;
use crate::error::Error;
use crate::table::{Index, KeyAttribute, Scalar, Table};

/// Returns the components of a tuple as these attributes. The tuple may be shorter than the list of attributes.
pub(crate) fn named<'a>(
    attributes: impl Iterator<Item = &'a KeyAttribute>,
    components: &impl Serialize,
) -> Result<Vec<(&'static str, AttributeValue)>, Error> {
    // Serde writes every tuple as a list, except `()`.
    let values = match to_value("a native key", components)? {
        AttributeValue::L(values) => values,
        _ => Vec::new(),
    };
    attributes
        .zip(values)
        .map(|(attribute, value)| Ok((attribute.name, checked(attribute, value)?)))
        .collect()
}

/// Returns the value if it has the attribute's type. DynamoDB refuses any other type.
pub(crate) fn checked(attribute: &KeyAttribute, value: AttributeValue) -> Result<AttributeValue, Error> {
    check_type(attribute, &value).map(|()| value)
}

fn check_type(attribute: &KeyAttribute, value: &AttributeValue) -> Result<(), Error> {
    let found = match value {
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
        Ok(())
    } else {
        Err(Error::KeyType { attribute: attribute.name, expected, found })
    }
}

/// Removes key attributes that serde wrote as NULL, which DynamoDB refuses in a key, and checks the types of native indexes' key
/// attributes. A raw key may share its attribute with a field.
pub(crate) fn check_item<T: Table>(item: &mut Item) -> Result<(), Error> {
    for index in T::INDEXES {
        for attribute in index.partition_key.iter().chain(index.sort_key) {
            match item.get(attribute.name) {
                Some(AttributeValue::Null(_)) => {
                    item.remove(attribute.name);
                }
                Some(value) if index.is_native() => check_type(attribute, value)?,
                _ => {}
            }
        }
    }
    Ok(())
}

/// Returns the attributes of a native partition key, and fills in the type attribute.
#[doc(hidden)]
pub fn partition<E: Entity, I: Index>(
    components: &impl Serialize,
) -> Result<Vec<(&'static str, AttributeValue)>, Error> {
    let name = <I::Table as Table>::TYPE.filter(|_| !is_mixed::<I>());
    let fields = I::SCHEMA.partition_key.iter().filter(|attribute| Some(attribute.name) != name);
    let mut attributes = named(fields, components)?;
    attributes.extend(name.map(|name| (name, AttributeValue::S(E::NAME.as_str().to_owned()))));
    Ok(attributes)
}

/// Returns the text of a key attribute in a last evaluated key. Each byte of a binary value becomes the character with its
/// number.
#[doc(hidden)]
pub fn text(last: &Item, attribute: &KeyAttribute) -> Result<String, Error> {
    last.key_text(attribute).map(Cow::into_owned).ok_or_else(|| {
        let what = format!("a last evaluated key without the key attribute {}", attribute.name);
        Error::Response { what }
    })
}

/// Adds a key attribute from the text that [`text`] returned.
#[doc(hidden)]
pub fn push(keys: &mut KeyAttributes, attribute: &KeyAttribute, text: &str) {
    match scalar_of_text(attribute, text) {
        Ok(value) => keys.push_value(attribute.name, value),
        Err(error) => keys.fail(error),
    }
}

/// Returns the text of a key attribute in a last evaluated key; it is empty for a key that the table or index does not have.
#[doc(hidden)]
pub fn rest_text(last: &Item, attribute: Option<&KeyAttribute>) -> Result<String, Error> {
    attribute.map_or(Ok(String::new()), |attribute| text(last, attribute))
}

/// Adds a key attribute from the text that [`rest_text`] returned.
#[doc(hidden)]
pub fn push_rest(keys: &mut KeyAttributes, attribute: Option<&KeyAttribute>, text: &str) {
    if let Some(attribute) = attribute {
        push(keys, attribute, text);
    }
}

/// Returns true if items of other entities are in the same partitions, because the type attribute is not in the key.
#[doc(hidden)]
#[must_use]
pub const fn is_mixed<I: Index>() -> bool {
    let attributes = I::SCHEMA.partition_key;
    let mut at = 0;
    while at < attributes.len() {
        if is(<I::Table as Table>::TYPE, attributes[at].name) {
            return false;
        }
        at += 1;
    }
    true
}

/// Checks that a view has the attributes of its index.
///
/// # Panics
/// Panics while the crate compiles if the view has other attributes.
#[doc(hidden)]
#[track_caller]
pub const fn check_view<I: Index>(partition: &[&str], sort: &[&str]) {
    if !I::SCHEMA.is_native() {
        // The index itself is refused.
        return;
    }
    assert!(
        are_named(I::SCHEMA.partition_key, partition, <I::Table as Table>::TYPE),
        "`partition(...)` of a native index names the fields whose attributes `table!` declares for its partition key, in the \
         same order; only the type attribute is left out"
    );
    assert!(
        are_named(I::SCHEMA.sort_key, sort, None),
        "`sort(...)` of a native index names the fields whose attributes `table!` declares for its sort key, in the same order"
    );
}

const fn are_named(attributes: &[KeyAttribute], names: &[&str], skip: Option<&str>) -> bool {
    let (mut at, mut found) = (0, 0);
    while at < attributes.len() {
        if !is(skip, attributes[at].name) {
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
    use aws_sdk_dynamodb::primitives::Blob;

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
    fn an_invalid_key_attribute_is_refused() {
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
