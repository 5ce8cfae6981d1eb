//! Values for fields: to compare them with and to set them to.

use aws_sdk_dynamodb::types::AttributeValue;
use serde::Serialize;
use serde_dynamo::{Result, to_attribute_value};

use super::document::Container;
use super::field::Field;
use super::kind::Comparable;
use super::set::{Set, SetType};
use super::term::Term;

/// A value of a field of type `T`.
///
/// A field of type `T` takes `T` and `&T`. If `T` is `String`, the field also takes `&str`; if `T` is `Vec<U>`, it also takes
/// `&[U]`. If `T` is `Option<U>`, it also takes `U` and `&U`, and for `Option<String>` also `&str`. This trait is sealed.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a value of a field of type `{T}`",
    label = "the field has the type `{T}`",
    note = "a field of type `T` takes `T` and `&T`; a `String` also takes `&str`, a `Vec<U>` also takes `&[U]`, and an \
            `Option<U>` also takes `U` and `&U`",
    note = "a field of type `Opaque` takes no value, because a function of `#[serde(with = \"...\")]` stores it: give its \
            type serde of its own"
)]
pub trait Value<T> {
    /// Returns the value in its stored form.
    #[doc(hidden)]
    fn stored(self) -> Result<Stored>;
}

/// A value in its stored form. Other crates can't name this type, so they can't implement [`Value`].
#[derive(Debug)]
pub struct Stored(pub(crate) AttributeValue);

/// Returns the values in their stored form.
pub(crate) fn stored_list<T, V: Value<T>>(
    values: impl IntoIterator<Item = V>,
) -> Result<Vec<AttributeValue>> {
    values.into_iter().map(|value| value.stored().map(|Stored(value)| value)).collect()
}

/// Returns the set of the values, or `None` without values, because DynamoDB has no empty sets.
pub(crate) fn stored_set<C: Container, S: SetType, V: Value<C::Part>>(
    values: impl IntoIterator<Item = V>,
) -> Result<Option<AttributeValue>> {
    let values = stored_list(values)?;
    if values.is_empty() { Ok(None) } else { S::of_elements(values).map(Some) }
}

/// An operand for a field of entity `E` with the type `T`: a [`Value`], or another field of the same type. This trait is sealed.
#[diagnostic::on_unimplemented(
    message = "a field of type `{T}` can't be compared with `{Self}`",
    label = "the field has the type `{T}`",
    note = "a field of type `T` is compared with `T`, `&T` and other fields of the same entity and type; a `String` also with \
            `&str`, a `Vec<U>` also with `&[U]`, and an `Option<U>` also with `U` and `&U`",
    note = "a field of type `Opaque` is compared with nothing, because a function of `#[serde(with = \"...\")]` stores it: \
            give its type serde of its own"
)]
pub trait Operand<E, T> {
    /// Returns the operand as a part of a condition.
    #[doc(hidden)]
    fn term(self) -> Result<Term>;
}

/// Implements both traits for the values of fields of each type.
macro_rules! values {
    ($({$($generics:tt)*} $value:ty => $field:ty, $stored:path);* $(;)?) => {
        $(impl<$($generics)*> Value<$field> for $value {
            fn stored(self) -> Result<Stored> {
                $stored(self).map(Stored)
            }
        }

        impl<E, $($generics)*> Operand<E, $field> for $value {
            fn term(self) -> Result<Term> {
                $stored(self).map(Term::Value)
            }
        })*
    };
}
values! {
    {T: Serialize} T => T, to_attribute_value;
    {T: Serialize} &T => T, to_attribute_value;
    {T: Serialize} T => Option<T>, to_attribute_value;
    {T: Serialize} &T => Option<T>, to_attribute_value;
    {} &str => String, to_attribute_value;
    {} &str => Option<String>, to_attribute_value;
    {T: Serialize} &[T] => Vec<T>, to_attribute_value;
    {C: Serialize, S: SetType} C => Set<C, S>, S::of_field;
    {C: Serialize, S: SetType} &C => Set<C, S>, S::of_field;
}

impl<E, T: Serialize, K: Comparable> Operand<E, T> for Field<E, T, K> {
    fn term(self) -> Result<Term> {
        self.path().map(Term::Path)
    }
}

impl<E, C, S: SetType, K: Comparable> Operand<E, Set<C, S>> for Field<E, Set<C, S>, K> {
    fn term(self) -> Result<Term> {
        self.path().map(Term::Path)
    }
}
