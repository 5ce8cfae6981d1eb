//! Conditions on one field, or on a part of one.

use aws_sdk_dynamodb::types::AttributeValue;
use serde_dynamo::Result;

use super::attribute_type::AttributeType;
use super::condition::Condition;
use super::document::{Container, Text};
use super::field::Field;
use super::kind::Comparable;
use super::node::{Comparator, Node};
use super::path::Path;
use super::term::Term;
use super::value::Operand;
use crate::entity::Entity;
use crate::error::Error;

/// The conditions on a field. [`Size`] has the conditions on its size.
///
/// An absent value and NULL, which serde writes for `None`, count as the same: `eq(None)` and [`absent`](Field::absent) hold for
/// both. A field without a value is neither less nor greater than any value, and not equal to any other field. DynamoDB orders
/// numbers by value, texts by their bytes in UTF-8, and binary values by their bytes.
///
/// If a value on the path is absent, the condition is one on an absent value.
impl<E: Entity, T, K: Comparable> Field<E, T, K> {
    /// Holds if the item has the field, with a value other than NULL.
    #[must_use]
    pub fn exists(self) -> Condition<E> {
        self.condition(|path| Ok(Node::HasValue(path)))
    }

    /// Holds if the item lacks the field, or has NULL in it.
    #[must_use]
    pub fn absent(self) -> Condition<E> {
        !self.exists()
    }

    /// Holds if the field has this value.
    pub fn eq(self, value: impl Operand<E, T>) -> Condition<E> {
        self.compare(Comparator::Equal, value)
    }

    /// Holds if the field has another value, or no value.
    pub fn ne(self, value: impl Operand<E, T>) -> Condition<E> {
        self.compare(Comparator::NotEqual, value)
    }

    /// Holds if the field is less than this value.
    pub fn lt(self, value: impl Operand<E, T>) -> Condition<E> {
        self.compare(Comparator::Less, value)
    }

    /// Holds if the field is less than or equal to this value.
    pub fn le(self, value: impl Operand<E, T>) -> Condition<E> {
        self.compare(Comparator::LessOrEqual, value)
    }

    /// Holds if the field is greater than this value.
    pub fn gt(self, value: impl Operand<E, T>) -> Condition<E> {
        self.compare(Comparator::Greater, value)
    }

    /// Holds if the field is greater than or equal to this value.
    pub fn ge(self, value: impl Operand<E, T>) -> Condition<E> {
        self.compare(Comparator::GreaterOrEqual, value)
    }

    /// Holds if the field lies between two values, including both. DynamoDB refuses a `low` that is greater than `high`.
    pub fn between(self, low: impl Operand<E, T>, high: impl Operand<E, T>) -> Condition<E> {
        self.condition(|path| Ok(Node::Between(Term::Path(path), low.term()?, high.term()?)))
    }

    /// Holds if the field has one of these values. Without values, the condition never holds.
    ///
    /// DynamoDB takes at most 100 values. A request with more fails with [`Error::TooManyValues`] before it is sent.
    pub fn is_in<V: Operand<E, T>>(self, values: impl IntoIterator<Item = V>) -> Condition<E> {
        self.condition(|path| {
            let terms = values.into_iter().map(Operand::term).collect::<Result<_>>()?;
            Ok(Node::is_in(path, terms))
        })
    }

    /// Holds if the field is a text that begins with this one.
    pub fn begins_with(self, start: impl Operand<E, String>) -> Condition<E>
    where
        T: Text,
    {
        self.function("begins_with", start.term())
    }

    /// Holds if the field contains this part: a text contains another text, and a list or a set contains an element.
    pub fn contains(self, part: impl Operand<E, T::Part>) -> Condition<E>
    where
        T: Container,
    {
        self.function("contains", part.term())
    }

    /// Holds if the field is stored with this type.
    #[must_use]
    pub fn attribute_type(self, attribute_type: AttributeType) -> Condition<E> {
        let code = AttributeValue::S(attribute_type.code().to_owned());
        self.function("attribute_type", Ok(Term::Value(code)))
    }

    /// Returns the size of the field for a comparison: `Track::TITLE.size().gt(20)`.
    pub fn size(self) -> Size<E, T, K> {
        Size(self)
    }

    fn compare(self, comparator: Comparator, value: impl Operand<E, T>) -> Condition<E> {
        self.condition(|path| Ok(Node::compare(path, comparator, value.term()?)))
    }

    fn function(self, function: &'static str, term: Result<Term>) -> Condition<E> {
        self.condition(|path| Ok(Node::Function(function, path, term?)))
    }

    /// Makes a condition on the path of this field.
    fn condition(self, node: impl FnOnce(Path) -> Result<Node>) -> Condition<E> {
        let name = self.name();
        let failed = |source| Node::Failed(Error::Encode { entity: name, source });
        Condition::of(self.path().and_then(node).unwrap_or_else(failed))
    }
}

/// The size of a field: the length of a text, the number of bytes of a binary value, or the number of elements of a list, a map
/// or a set. [`Field::size`] returns the size.
///
/// DynamoDB counts text in UTF-16 code units; characters up to U+FFFF have one unit. A number, a `bool`, NULL and an absent value
/// have no size: every comparison of it fails except `ne`.
#[derive(Debug)]
#[must_use = "a size is part of a condition only once it is compared"]
pub struct Size<E, T, K>(Field<E, T, K>);

impl<E: Entity, T, K: Comparable> Size<E, T, K> {
    /// Holds if the field has this size.
    pub fn eq(self, size: impl Operand<E, usize>) -> Condition<E> {
        self.compare(Comparator::Equal, size)
    }

    /// Holds if the field has another size, or no size.
    pub fn ne(self, size: impl Operand<E, usize>) -> Condition<E> {
        self.compare(Comparator::NotEqual, size)
    }

    /// Holds if the size is less than this one.
    pub fn lt(self, size: impl Operand<E, usize>) -> Condition<E> {
        self.compare(Comparator::Less, size)
    }

    /// Holds if the size is less than or equal to this one.
    pub fn le(self, size: impl Operand<E, usize>) -> Condition<E> {
        self.compare(Comparator::LessOrEqual, size)
    }

    /// Holds if the size is greater than this one.
    pub fn gt(self, size: impl Operand<E, usize>) -> Condition<E> {
        self.compare(Comparator::Greater, size)
    }

    /// Holds if the size is greater than or equal to this one.
    pub fn ge(self, size: impl Operand<E, usize>) -> Condition<E> {
        self.compare(Comparator::GreaterOrEqual, size)
    }

    fn compare(self, comparator: Comparator, size: impl Operand<E, usize>) -> Condition<E> {
        self.0.condition(|path| Ok(Node::Compare(Term::Size(path), comparator, size.term()?)))
    }
}
