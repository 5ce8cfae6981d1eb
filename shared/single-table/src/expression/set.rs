//! The types of DynamoDB's sets.

use std::marker::PhantomData;

use aws_sdk_dynamodb::types::AttributeValue;
use serde::Serialize;
use serde::ser::Error as _;
use serde_dynamo::{Error, Result, to_attribute_value};

/// Stands for the type of a field that is stored as one of DynamoDB's sets. `C` is the field's type, such as `HashSet<String>`,
/// and `S` is [`Strings`], [`Numbers`] or [`Binaries`].
///
/// The derives give this type to a field with `#[serde(with = "serde_dynamo::string_set")]`, and likewise with `number_set` or
/// `binary_set`. DynamoDB stores no empty sets, so the field is absent while its set is empty. Give such a field
/// `#[serde(default, skip_serializing_if = "...")]`.
#[derive(Debug)]
pub struct Set<C, S>(PhantomData<fn() -> (C, S)>);

/// The elements of a string set.
#[derive(Debug, Clone, Copy)]
pub struct Strings;

/// The elements of a number set.
#[derive(Debug, Clone, Copy)]
pub struct Numbers;

/// The elements of a binary set.
#[derive(Debug, Clone, Copy)]
pub struct Binaries;

/// The type of the elements of one of DynamoDB's sets: [`Strings`], [`Numbers`] or [`Binaries`]. This trait is sealed.
pub trait SetType: sealed::Sealed {
    /// Returns the set of these elements.
    #[doc(hidden)]
    fn of_elements(elements: Vec<AttributeValue>) -> Result<AttributeValue>;

    /// Returns the stored set of a field with `elements`. `None` is stored as NULL.
    #[doc(hidden)]
    fn of_field<C: Serialize>(elements: C) -> Result<AttributeValue> {
        match to_attribute_value(elements)? {
            AttributeValue::L(elements) => Self::of_elements(elements),
            AttributeValue::Null(_) => Ok(AttributeValue::Null(true)),
            _ => Err(Error::custom("a set is made of a sequence, such as a `HashSet`")),
        }
    }
}

mod sealed {
    pub trait Sealed {}
}

macro_rules! set_types {
    ($($set_type:ident of $element:ident is $set:ident, or $refused:literal);* $(;)?) => {
        $(impl sealed::Sealed for $set_type {}

        impl SetType for $set_type {
            fn of_elements(elements: Vec<AttributeValue>) -> Result<AttributeValue> {
                let elements = elements.into_iter().map(|element| match element {
                    AttributeValue::$element(element) => Ok(element),
                    _ => Err(Error::custom($refused)),
                });
                let mut elements: Vec<_> = elements.collect::<Result<_>>()?;
                // DynamoDB refuses duplicates.
                elements.sort_unstable_by(|left, right| bytes(left).cmp(bytes(right)));
                elements.dedup();
                Ok(AttributeValue::$set(elements))
            }
        })*
    };
}
set_types! {
    Strings of S is Ss, or "an element of a string set is not stored as a string";
    Numbers of N is Ns, or "an element of a number set is not stored as a number";
    Binaries of B is Bs, or "an element of a binary set is not stored as bytes";
}

fn bytes(element: &impl AsRef<[u8]>) -> &[u8] {
    element.as_ref()
}

/// Returns true for a set without elements, which DynamoDB can't store.
pub(super) fn is_empty_set(value: &AttributeValue) -> bool {
    match value {
        AttributeValue::Ss(texts) | AttributeValue::Ns(texts) => texts.is_empty(),
        AttributeValue::Bs(binaries) => binaries.is_empty(),
        _ => false,
    }
}
