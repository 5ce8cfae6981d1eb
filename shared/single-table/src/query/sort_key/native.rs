//! Conditions on native sort keys: equality of the first attributes, and one test of the next one.

use aws_sdk_dynamodb::types::AttributeValue;
use serde::Serialize;
use table_keys::{EncodeComponent, EncodeTuple};

use super::condition::{Clause, SortCondition, Test};
use super::range::Range;
use super::{Native, SortKey, SortKeyKind, SortValue, SortValues};
use crate::error::Error;
use crate::item;
use crate::item::native_attributes::checked;
use crate::table::{Index, KeyAttribute};
use crate::view::NativeView;

/// Names the components of a condition in errors while their attributes are not known.
const SORT_KEY: &str = "the sort key of a query";

impl SortKeyKind for Native {
    type Value = AttributeValue;
    type Values = Vec<AttributeValue>;
}

impl<T: EncodeComponent + Serialize> SortValue<Native> for T {
    fn sort_value(&self) -> Result<AttributeValue, Error> {
        item::attribute(SORT_KEY, self)
    }
}

impl<T: EncodeTuple + Serialize> SortValues<Native> for T {
    fn sort_values(&self) -> Result<Vec<AttributeValue>, Error> {
        // Serde writes every tuple as a list, except `()`.
        Ok(match item::attribute(SORT_KEY, self)? {
            AttributeValue::L(values) => values,
            _ => Vec::new(),
        })
    }
}

impl<V: NativeView> SortKey<Native> for V {
    type Sort = <V as NativeView>::Sort;

    fn equal_to(key: Vec<AttributeValue>) -> Result<SortCondition, Error> {
        equal::<V>(key).map(SortCondition::of)
    }

    fn beginning_with(prefix: Vec<AttributeValue>) -> Result<SortCondition, Error> {
        equal::<V>(prefix).map(SortCondition::of)
    }

    fn beginning_with_text(prefix: Vec<AttributeValue>, start: &str) -> Result<SortCondition, Error> {
        // Every text begins with the empty text, which DynamoDB refuses in a condition on a key.
        if start.is_empty() {
            return Self::beginning_with(prefix);
        }
        let start = AttributeValue::S(start.to_owned());
        followed::<V>(prefix, |attribute| Ok(Test::BeginsWith(checked(attribute, start)?)))
    }

    fn in_range(prefix: Vec<AttributeValue>, next: Range<AttributeValue>) -> Result<SortCondition, Error> {
        followed::<V>(prefix, |attribute| test(attribute, next))
    }
}

fn attributes<V: NativeView>() -> &'static [KeyAttribute] {
    <V::Index as Index>::SCHEMA.sort_key
}

fn equal<V: NativeView>(values: Vec<AttributeValue>) -> Result<Vec<Clause>, Error> {
    let pairs = attributes::<V>().iter().zip(values);
    pairs
        .map(|(attribute, value)| {
            let test = Test::Compare("=", checked(attribute, value)?);
            Ok(Clause { name: attribute.name, test })
        })
        .collect()
}

/// Compares the first attributes for equality, and the next one by a test.
fn followed<V: NativeView>(
    prefix: Vec<AttributeValue>,
    test: impl FnOnce(&KeyAttribute) -> Result<Test, Error>,
) -> Result<SortCondition, Error> {
    let mut clauses = equal::<V>(prefix)?;
    if let Some(attribute) = attributes::<V>().get(clauses.len()) {
        clauses.push(Clause { name: attribute.name, test: test(attribute)? });
    }
    Ok(SortCondition::of(clauses))
}

fn test(attribute: &KeyAttribute, range: Range<AttributeValue>) -> Result<Test, Error> {
    let compare = |sign, value| Ok(Test::Compare(sign, checked(attribute, value)?));
    match range {
        Range::AtLeast(low) => compare(">=", low),
        Range::GreaterThan(low) => compare(">", low),
        Range::AtMost(high) => compare("<=", high),
        Range::LessThan(high) => compare("<", high),
        Range::Between(low, high) => Ok(Test::Between(checked(attribute, low)?, checked(attribute, high)?)),
    }
}
