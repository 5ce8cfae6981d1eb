//! Paths from a field into its document, list or map.

use std::borrow::Cow;

use aws_sdk_dynamodb::types::AttributeValue;
use serde::ser::Error as _;
use serde_dynamo::Error;

use super::document::{List, Map, Nested};
use super::field::Field;
use super::kind::{Entry, Kind};
use super::path::Step;
use super::value::Value;

/// Paths that begin at the field.
impl<E, T, K: Kind> Field<E, T, K> {
    /// Leads to a field of the document in this field.
    #[must_use]
    pub fn at<D, U, L: Kind>(self, inner: Field<D, U, L>) -> Field<E, U, K::Within<L>>
    where
        T: Nested<D>,
    {
        self.follow(inner.into_steps())
    }

    /// Leads to an element of the list in this field, counted from 0.
    ///
    /// A condition finds no value at an index past the end of the list. An update that sets such an element appends it.
    #[must_use]
    pub fn index(self, index: usize) -> Field<E, T::Element, K::Within<Entry>>
    where
        T: List,
    {
        self.follow([Ok(Step::Index(index))])
    }

    /// Leads to the value of a key in the map in this field.
    ///
    /// A request with this path fails with [`Error::Encode`](crate::Error::Encode) if serde writes the key neither as text nor
    /// as an integer or a `bool`, because DynamoDB can't store such a key.
    #[must_use]
    pub fn key(self, key: impl Value<T::Key>) -> Field<E, T::Value, K::Within<Entry>>
    where
        T: Map,
    {
        let name = key.stored().and_then(|key| match key.0 {
            AttributeValue::S(text) | AttributeValue::N(text) => Ok(text),
            AttributeValue::Bool(is_true) => Ok(is_true.to_string()),
            _ => Err(Error::custom("the key of a map must be text, an integer or a `bool`")),
        });
        self.follow([name.map(|name| Step::Name(Cow::Owned(name)))])
    }
}
