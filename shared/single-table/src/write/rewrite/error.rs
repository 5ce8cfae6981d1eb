//! Reasons why an item can't be written in its declared shape.

use crate::Item;
use crate::entity::Entity;
use crate::error::Error;
use crate::item::comparable_text;
use crate::table::Table;

/// The reason why an item can't be written in its declared shape.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RewriteError {
    /// The item can't be decoded, or the entity can't be encoded.
    #[error(transparent)]
    Item(Error),
    /// The item would have another primary key.
    #[error(
        "the item would have the primary key {changed}: keep its primary key, or put a new item and delete this one"
    )]
    KeyChanged { changed: String },
    /// The item has too many attributes to compare them in one expression.
    #[error(
        "the item has too many attributes to be compared in one expression, which would have {given} {unit}; DynamoDB's limit is \
         {limit}: divide it into several items"
    )]
    TooManyAttributes { unit: &'static str, given: usize, limit: usize },
}

impl RewriteError {
    /// Returns the error of an expression that exceeds one of DynamoDB's limits.
    pub(super) fn of_limit(error: Error) -> Self {
        match error {
            Error::ExpressionTooLong { given, limit, .. } => {
                Self::TooManyAttributes { unit: "bytes", given, limit }
            }
            Error::TooManyOperators { given, limit, .. } => {
                Self::TooManyAttributes { unit: "operators and functions", given, limit }
            }
            other => Self::Item(other),
        }
    }
}

/// Returns the primary key of an item as text for a message.
pub(crate) fn key_of<E: Entity>(item: &Item) -> String {
    let names = <E::Table as Table>::KEY.iter().map(|key| key.name);
    let text = |name| item.get(name).and_then(comparable_text).unwrap_or_default();
    names.map(|name| format!("{name} {:?}", text(name))).collect::<Vec<_>>().join(", ")
}
