//! The conditions on one field, or on a part of it.

use aws_sdk_dynamodb::types::AttributeValue;
use serde_dynamo::Result;

use super::attribute_type::AttributeType;
use super::condition::Condition;
use super::document::{Container, Text};
use super::field::Field;
use super::node::{Comparator, Node};
use super::path::Path;
use super::term::Term;
use super::value::Operand;
use crate::entity::Entity;
use crate::error::Error;

/// Conditions on the field. [`Size`] has those on its size.
///
/// An absent value and NULL, which serde writes for `None`, are the same: `eq(None)` and [`absent`](Field::absent) hold for
/// both. A field without a value is neither less nor greater than anything, and equal to no other field. DynamoDB orders
/// numbers by value, text by its bytes in UTF-8, and binary values by their bytes.
///
/// A condition on a path through something that is not there is a condition on an absent value.
impl<E: Entity, T, K> Field<E, T, K> {
    /// The item has the field, with a value other than NULL.
    #[must_use]
    pub fn exists(self) -> Condition<E> {
        self.condition(|path| Ok(Node::HasValue(path)))
    }

    /// The item lacks the field, or has NULL there.
    #[must_use]
    pub fn absent(self) -> Condition<E> {
        !self.exists()
    }

    /// The field has this value.
    pub fn eq(self, value: impl Operand<E, T>) -> Condition<E> {
        self.compare(Comparator::Equal, value)
    }

    /// The field has another value, or none.
    pub fn ne(self, value: impl Operand<E, T>) -> Condition<E> {
        self.compare(Comparator::NotEqual, value)
    }

    /// The field is less.
    pub fn lt(self, value: impl Operand<E, T>) -> Condition<E> {
        self.compare(Comparator::Less, value)
    }

    /// The field is less or equal.
    pub fn le(self, value: impl Operand<E, T>) -> Condition<E> {
        self.compare(Comparator::LessOrEqual, value)
    }

    /// The field is greater.
    pub fn gt(self, value: impl Operand<E, T>) -> Condition<E> {
        self.compare(Comparator::Greater, value)
    }

    /// The field is greater or equal.
    pub fn ge(self, value: impl Operand<E, T>) -> Condition<E> {
        self.compare(Comparator::GreaterOrEqual, value)
    }

    /// The field lies between two values, both included. DynamoDB refuses a `low` that is greater than `high`.
    pub fn between(self, low: impl Operand<E, T>, high: impl Operand<E, T>) -> Condition<E> {
        self.condition(|path| Ok(Node::Between(Term::Path(path), low.term()?, high.term()?)))
    }

    /// The field has one of these values; for no values, the condition never holds.
    ///
    /// DynamoDB takes at most 100 values here. A request with more fails with [`Error::TooManyValues`] before it is sent.
    pub fn is_in<V: Operand<E, T>>(self, values: impl IntoIterator<Item = V>) -> Condition<E> {
        self.condition(|path| {
            let terms = values.into_iter().map(Operand::term).collect::<Result<_>>()?;
            Ok(Node::is_in(path, terms))
        })
    }

    /// The field, a text, begins with this one.
    pub fn begins_with(self, start: impl Operand<E, String>) -> Condition<E>
    where
        T: Text,
    {
        self.function("begins_with", start.term())
    }

    /// The field contains this: a text contains another text, and a list or a set contains an element.
    pub fn contains(self, part: impl Operand<E, T::Part>) -> Condition<E>
    where
        T: Container,
    {
        self.function("contains", part.term())
    }

    /// The field is stored as this type.
    #[must_use]
    pub fn attribute_type(self, attribute_type: AttributeType) -> Condition<E> {
        let code = AttributeValue::S(attribute_type.code().to_owned());
        self.function("attribute_type", Ok(Term::Value(code)))
    }

    /// The size of the field, to be compared: `Track::TITLE.size().gt(20)`.
    pub fn size(self) -> Size<E, T, K> {
        Size(self)
    }

    fn compare(self, comparator: Comparator, value: impl Operand<E, T>) -> Condition<E> {
        self.condition(|path| Ok(Node::compare(path, comparator, value.term()?)))
    }

    fn function(self, function: &'static str, term: Result<Term>) -> Condition<E> {
        self.condition(|path| Ok(Node::Function(function, path, term?)))
    }

    /// A condition on the path of this field.
    fn condition(self, node: impl FnOnce(Path) -> Result<Node>) -> Condition<E> {
        let name = self.name();
        let failed = |source| Node::Failed(Error::Encode { entity: name, source });
        Condition::of(self.path().and_then(node).unwrap_or_else(failed))
    }
}

/// The size of a field: the length of a text, the number of bytes of a binary value, and the number of elements of a list, a
/// map or a set. Made by [`Field::size`].
///
/// DynamoDB counts text in UTF-16 code units, which are characters up to U+FFFF. A number, a `bool`, NULL and an absent value
/// have no size: every comparison except `ne` fails.
#[derive(Debug)]
#[must_use = "a size is part of a condition only once it is compared"]
pub struct Size<E, T, K>(Field<E, T, K>);

impl<E: Entity, T, K> Size<E, T, K> {
    /// The size is this one.
    pub fn eq(self, size: impl Operand<E, usize>) -> Condition<E> {
        self.compare(Comparator::Equal, size)
    }

    /// The size is another one, or the field has none.
    pub fn ne(self, size: impl Operand<E, usize>) -> Condition<E> {
        self.compare(Comparator::NotEqual, size)
    }

    /// The size is less.
    pub fn lt(self, size: impl Operand<E, usize>) -> Condition<E> {
        self.compare(Comparator::Less, size)
    }

    /// The size is less or equal.
    pub fn le(self, size: impl Operand<E, usize>) -> Condition<E> {
        self.compare(Comparator::LessOrEqual, size)
    }

    /// The size is greater.
    pub fn gt(self, size: impl Operand<E, usize>) -> Condition<E> {
        self.compare(Comparator::Greater, size)
    }

    /// The size is greater or equal.
    pub fn ge(self, size: impl Operand<E, usize>) -> Condition<E> {
        self.compare(Comparator::GreaterOrEqual, size)
    }

    fn compare(self, comparator: Comparator, size: impl Operand<E, usize>) -> Condition<E> {
        self.0.condition(|path| Ok(Node::Compare(Term::Size(path), comparator, size.term()?)))
    }
}
