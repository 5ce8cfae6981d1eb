//! Conditions on raw sort keys, as ranges of the texts that begin with certain literals and values.

use aws_sdk_dynamodb::types::AttributeValue;
use table_keys::{ComponentError, EncodeTuple, KeyError, KeyKind, MAX_SORT_KEY_BYTES};

use super::condition::{SortCondition, Test};
use super::range::Range;
use super::{Raw, SortKey, SortKeyKind, SortValue, SortValues};
use crate::error::Error;
use crate::item;
use crate::model::{KeyAttribute, Piece, Scalar};
use crate::raw::{RawOrder, RawWriter, WriteRawTuple, checked};
use crate::view::RawView;

impl<Scalar> SortKeyKind for Raw<Scalar> {
    type Value = String;
    type Values = Vec<String>;
}

impl<Scalar, T: RawOrder<Scalar>> SortValue<Raw<Scalar>> for T {
    fn sort_value(&self) -> Result<String, Error> {
        let mut text = String::new();
        let written = self.write_raw(&mut text);
        written.map_err(|source| KeyError::BadComponent { index: 0, source })?;
        Ok(text)
    }
}

impl<Scalar, T: EncodeTuple + WriteRawTuple> SortValues<Raw<Scalar>> for T {
    fn sort_values(&self) -> Result<Vec<String>, Error> {
        Ok(self.texts()?)
    }
}

impl<V: RawView> SortKey<Raw<V::SortScalar>> for V {
    type Sort = <V as RawView>::Sort;

    fn equal_to(key: Vec<String>) -> Result<SortCondition, Error> {
        equal_to::<V>(&key)
    }

    fn beginning_with(prefix: Vec<String>) -> Result<SortCondition, Error> {
        beginning_with::<V>(&prefix)
    }

    fn beginning_with_text(prefix: Vec<String>, start: &str) -> Result<SortCondition, Error> {
        beginning_with_text::<V>(&prefix, start)
    }

    fn in_range(prefix: Vec<String>, next: Range<String>) -> Result<SortCondition, Error> {
        in_range::<V>(&prefix, next)
    }
}

impl SortCondition {
    /// Accepts every raw sort key of the view's entity.
    #[must_use]
    pub fn all_raw<V: RawView>() -> Self {
        let Some(attribute) = V::SORT_ATTRIBUTE else { return Self::any() };
        let value = |literal: &str| AttributeValue::S(literal.to_owned());
        let test = match V::SORT_FORMAT {
            [Piece::Literal(literal)] => Test::Compare("=", value(literal)),
            [Piece::Literal(literal), ..] => Test::BeginsWith(value(literal)),
            _ => return Self::any(),
        };
        Self::one(attribute.name, test)
    }
}

/// Returns the condition that the sort key consists of these values.
fn equal_to<V: RawView>(values: &[String]) -> Result<SortCondition, Error> {
    let Some(attribute) = V::SORT_ATTRIBUTE else { return Ok(SortCondition::any()) };
    compare(&attribute, "=", opening::<V>(values)?.text)
}

/// Returns the condition that the sort key begins with these values, which are not the whole key.
fn beginning_with<V: RawView>(values: &[String]) -> Result<SortCondition, Error> {
    begins_with::<V>(opening::<V>(values)?.text)
}

/// Returns the condition that the sort key begins with these values, and that its next value begins with a text.
fn beginning_with_text<V: RawView>(values: &[String], start: &str) -> Result<SortCondition, Error> {
    let opening = opening::<V>(values)?;
    if let Some(separator) = opening.separator.filter(|separator| start.contains(separator)) {
        let source = ComponentError::refused(format_args!(
            "no value begins with {start:?}, because none contains the separator {separator:?} that follows it in the key"
        ));
        return Err(KeyError::BadComponent { index: values.len(), source }.into());
    }
    begins_with::<V>(opening.text + start)
}

/// Returns the condition that the sort key begins with these values, and that its last value lies in a range.
fn in_range<V: RawView>(values: &[String], next: Range<String>) -> Result<SortCondition, Error> {
    let Some(attribute) = V::SORT_ATTRIBUTE else { return Ok(SortCondition::any()) };
    let Opening { text: opening, separator } = opening::<V>(values)?;
    if let Some(separator) = separator {
        let source = ComponentError::refused(format_args!(
            "a range needs the last value of a raw key, and the literal {separator:?} follows this one, which changes the order: \
             name this value, and give the range of the next one"
        ));
        return Err(KeyError::BadComponent { index: values.len(), source }.into());
    }
    if opening.is_empty() {
        return whole_range(&attribute, next);
    }
    let key = |value: String| format!("{opening}{value}");
    let end = after_all(&opening);
    match next {
        Range::AtLeast(low) => Ok(between(&attribute, key(low), end.clone())?.but(attribute.name, end)),
        Range::GreaterThan(low) => {
            Ok(between(&attribute, next_text(key(low)), end.clone())?.but(attribute.name, end))
        }
        Range::AtMost(high) => between(&attribute, opening.clone(), key(high)),
        Range::LessThan(high) => {
            let high = key(high);
            Ok(between(&attribute, opening.clone(), high.clone())?.but(attribute.name, high))
        }
        Range::Between(low, high) => between(&attribute, key(low), key(high)),
    }
}

/// The text that begins a key, and the literal behind the next value, if there is one.
struct Opening {
    text: String,
    separator: Option<&'static str>,
}

fn opening<V: RawView>(values: &[String]) -> Result<Opening, Error> {
    let mut writer = RawWriter::new(V::SORT_FORMAT);
    for value in values {
        writer.write(value)?;
    }
    let separator = match writer.rest() {
        [_, Piece::Literal(separator), ..] => Some(*separator),
        _ => None,
    };
    Ok(Opening { text: writer.text, separator })
}

fn begins_with<V: RawView>(start: String) -> Result<SortCondition, Error> {
    match V::SORT_ATTRIBUTE {
        Some(attribute) if !start.is_empty() => {
            Ok(SortCondition::one(attribute.name, Test::BeginsWith(value(&attribute, start)?)))
        }
        _ => Ok(SortCondition::any()),
    }
}

/// Returns the condition on a key that consists of a single value, which may be a number or bytes.
fn whole_range(attribute: &KeyAttribute, range: Range<String>) -> Result<SortCondition, Error> {
    match range {
        Range::AtLeast(low) => compare(attribute, ">=", low),
        Range::GreaterThan(low) => compare(attribute, ">", low),
        Range::AtMost(high) => compare(attribute, "<=", high),
        Range::LessThan(high) => compare(attribute, "<", high),
        Range::Between(low, high) => between(attribute, low, high),
    }
}

fn compare(attribute: &KeyAttribute, sign: &'static str, key: String) -> Result<SortCondition, Error> {
    Ok(SortCondition::one(attribute.name, Test::Compare(sign, value(attribute, key)?)))
}

fn between(attribute: &KeyAttribute, low: String, high: String) -> Result<SortCondition, Error> {
    let test = Test::Between(value(attribute, low)?, value(attribute, high)?);
    Ok(SortCondition::one(attribute.name, test))
}

/// Returns a value for a comparison, if DynamoDB accepts it as a sort key.
fn value(attribute: &KeyAttribute, text: String) -> Result<AttributeValue, Error> {
    let text = if attribute.scalar == Scalar::S { checked(KeyKind::Sort, text)? } else { text };
    item::scalar_of_text(attribute, &text)
}

/// Returns the smallest text that is greater than a key, among the texts that are short enough for a key.
fn next_text(mut key: String) -> String {
    if key.len() < MAX_SORT_KEY_BYTES {
        key.push('\0');
        return key;
    }
    after_all(&key)
}

/// Returns the smallest text that is greater than every text with this opening.
fn after_all(opening: &str) -> String {
    let mut text = opening.to_owned();
    while let Some(last) = text.pop() {
        // Finds the next character, if there is one. No character lies between U+D7FF and U+E000.
        let next = if last == '\u{d7ff}' { Some('\u{e000}') } else { char::from_u32(u32::from(last) + 1) };
        if let Some(next) = next {
            text.push(next);
            return text;
        }
    }
    opening.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_an_opening_follows_all_its_texts() {
        for (opening, end) in
            [("TRACK_", "TRACK`"), ("a\u{7f}", "a\u{80}"), ("\u{d7ff}", "\u{e000}"), ("a\u{10ffff}", "b")]
        {
            assert_eq!(after_all(opening), end);
            for more in ["", "\0", "z", "\u{10ffff}\u{10ffff}"] {
                assert!(format!("{opening}{more}").as_str() < end);
            }
        }
    }

    #[test]
    fn nothing_lies_between_a_key_and_the_next_text() {
        assert_eq!(next_text("a".to_owned()), "a\0");
        let longest = "a".repeat(MAX_SORT_KEY_BYTES);
        let next = next_text(longest.clone());
        assert_eq!(next, format!("{}b", &longest[1..]));
    }
}
