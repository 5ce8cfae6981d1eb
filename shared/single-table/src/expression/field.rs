//! Fields of an entity, as typed names.

use std::marker::PhantomData;

use aws_sdk_dynamodb::types::AttributeValue;
use serde::Serialize;

use super::condition::{Comparator, Condition};
use crate::entity::{Entity, Marker};
use crate::item;

/// A field that nothing else is made of: an update may set it.
#[derive(Debug, Clone, Copy)]
pub struct Plain;

/// A field that a key is made of: an update must not set it without that key.
#[derive(Debug, Clone, Copy)]
pub struct Keyed;

/// A field that the record of a unique constraint is made of: an update must not set it without that record.
#[derive(Debug, Clone, Copy)]
pub struct Unique;

/// The field that [`Versioned`](crate::Versioned) counts in: no update may set it by hand.
#[derive(Debug, Clone, Copy)]
pub struct Version;

/// Stands for the type of a field that serde writes by a function (`#[serde(with = "...")]`). What the type itself would
/// write is not what is stored, so such a field can't be set or compared; a newtype with serde of its own can.
#[derive(Debug, Clone, Copy)]
pub struct Opaque;

/// A field that an update may change by itself.
#[diagnostic::on_unimplemented(
    message = "an update can't change a `{Self}` field by itself",
    label = "this field is not `Plain`",
    note = "a key is made of a `Keyed` field: set both with `rekey`, or write the whole entity",
    note = "a unique constraint is made of a `Unique` field: use `replace`, which swaps the constraint's record too",
    note = "a `Version` field is counted by `replace` and `Update::locked`"
)]
pub trait Settable {}
impl Settable for Plain {}

/// A field of entity `E` with values of type `T`. The derive makes one constant for each field.
#[derive(Debug)]
pub struct Field<E, T, K = Plain> {
    name: &'static str,
    marker: Marker<(E, T, K)>,
}

impl<E, T, K> Clone for Field<E, T, K> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<E, T, K> Copy for Field<E, T, K> {}

impl<E, T, K> Field<E, T, K> {
    /// The field stored under `name`. For the derive.
    #[doc(hidden)]
    #[must_use]
    pub const fn new(name: &'static str) -> Self {
        Self { name, marker: PhantomData }
    }

    /// The attribute's name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.name
    }
}

impl<E: Entity, T, K> Field<E, T, K> {
    /// The item has the field, with a value: NULL, as which serde writes an option without one, is none.
    #[must_use]
    pub fn exists(self) -> Condition<E> {
        Condition::has_value(self.name)
    }

    /// The item lacks the field, or has NULL there.
    #[must_use]
    pub fn absent(self) -> Condition<E> {
        !self.exists()
    }
}

impl<E: Entity, T: Serialize, K> Field<E, T, K> {
    /// The field has this value.
    pub fn eq(self, value: &T) -> Condition<E> {
        self.compare(Comparator::Equal, value)
    }

    /// The field has another value, or none.
    pub fn ne(self, value: &T) -> Condition<E> {
        self.compare(Comparator::NotEqual, value)
    }

    /// The field is less.
    pub fn lt(self, value: &T) -> Condition<E> {
        self.compare(Comparator::Less, value)
    }

    /// The field is less or equal.
    pub fn le(self, value: &T) -> Condition<E> {
        self.compare(Comparator::LessOrEqual, value)
    }

    /// The field is greater.
    pub fn gt(self, value: &T) -> Condition<E> {
        self.compare(Comparator::Greater, value)
    }

    /// The field is greater or equal.
    pub fn ge(self, value: &T) -> Condition<E> {
        self.compare(Comparator::GreaterOrEqual, value)
    }

    /// The field lies between two values, both included.
    pub fn between(self, low: &T, high: &T) -> Condition<E> {
        Condition::between(self.name, item::attribute(self.name, low), item::attribute(self.name, high))
    }

    /// The field has one of these values, of which DynamoDB takes up to 100.
    pub fn is_in<'a>(self, values: impl IntoIterator<Item = &'a T>) -> Condition<E>
    where
        T: 'a,
    {
        Condition::is_in(
            self.name,
            values.into_iter().map(|value| item::attribute(self.name, value)).collect(),
        )
    }

    /// The field, a text, begins with this one.
    #[must_use]
    pub fn begins_with(self, start: &str) -> Condition<E> {
        Condition::function("begins_with", self.name, Ok(AttributeValue::S(start.to_owned())))
    }

    /// The field, a text, has this one in it, or the field, a list or a set, has this element.
    pub fn contains<V: Serialize + ?Sized>(self, value: &V) -> Condition<E> {
        Condition::function("contains", self.name, item::attribute(self.name, value))
    }

    /// The field is longer than so many bytes of text, or elements.
    #[must_use]
    pub fn longer_than(self, size: usize) -> Condition<E> {
        Condition::size(self.name, Comparator::Greater, size)
    }

    /// The field is shorter than so many bytes of text, or elements.
    #[must_use]
    pub fn shorter_than(self, size: usize) -> Condition<E> {
        Condition::size(self.name, Comparator::Less, size)
    }

    fn compare(self, comparator: Comparator, value: &T) -> Condition<E> {
        Condition::compare(self.name, comparator, item::attribute(self.name, value))
    }
}

/// A number that DynamoDB can add to.
pub trait Number: Serialize {
    /// The least number of the type.
    const MIN: i128;
    /// The greatest number of the type.
    const MAX: i128;
}

macro_rules! numbers {
    ($($number:ty)*) => {
        $(impl Number for $number {
            const MIN: i128 = <$number>::MIN as i128;
            const MAX: i128 = <$number>::MAX as i128;
        })*
    };
}
numbers!(u8 u16 u32 u64 i8 i16 i32 i64);
