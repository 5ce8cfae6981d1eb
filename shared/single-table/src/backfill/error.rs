//! The errors of a backfill.

use crate::Item;
use crate::entity::Entity;
use crate::error::Error;
use crate::write::rewrite::{RewriteError, key_of};

/// The reason why a backfill stopped. The backfill can continue; it does not write finished items again.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BackfillError {
    /// The scan that reads the items failed.
    #[error(transparent)]
    Scan(#[from] Error),
    /// An item can't be decoded, encoded or written.
    #[error("the item {key}: {source}")]
    Item {
        /// The primary key of the item.
        key: String,
        /// The reason why the item can't be decoded, encoded or written.
        source: Error,
    },
    /// The change gave an item another primary key. A backfill can't move items.
    #[error("the change gives the item {key} the primary key {changed}: a backfill can't move items")]
    KeyChanged {
        /// The primary key of the item.
        key: String,
        /// The primary key after the change.
        changed: String,
    },
    /// An item has too many attributes to compare them in one expression.
    #[error(
        "the item {key} has too many attributes: an expression with all of them has {given} {unit}, of which DynamoDB takes at \
         most {limit}: divide it into several items"
    )]
    TooManyAttributes {
        /// The primary key of the item.
        key: String,
        /// The exceeded limit's unit: `bytes`, or `operators and functions`.
        unit: &'static str,
        /// The bytes, or the operators and functions, of the expression.
        given: usize,
        /// The most of them that an expression may have.
        limit: usize,
    },
    /// Another item has claimed the same values of a unique constraint.
    #[error(
        "the item {key} and the item {owner} have the same values for the unique constraint {record}: give one of them others, for \
         instance in the backfill's `change`"
    )]
    Taken {
        /// The primary key of the item.
        key: String,
        /// The primary key of the item that has claimed the values.
        owner: String,
        /// The constraint's name.
        record: &'static str,
    },
    /// Other writers changed the item during every try.
    #[error("the item {key} was changed by other writers {tries} times in a row: run the backfill again")]
    Contended {
        /// The primary key of the item.
        key: String,
        /// The number of tries.
        tries: u32,
    },
}

impl BackfillError {
    pub(crate) fn item<E: Entity>(item: &Item, source: Error) -> Self {
        Self::Item { key: key_of::<E>(item), source }
    }

    pub(crate) fn rewrite<E: Entity>(item: &Item, error: RewriteError) -> Self {
        let key = key_of::<E>(item);
        match error {
            RewriteError::Item(source) => Self::Item { key, source },
            RewriteError::KeyChanged { changed } => Self::KeyChanged { key, changed },
            RewriteError::TooManyAttributes { unit, given, limit } => {
                Self::TooManyAttributes { key, unit, given, limit }
            }
        }
    }

    pub(crate) fn taken<E: Entity>(item: &Item, record: &'static str, owner: &E::Key) -> Self {
        Self::Taken { key: key_of::<E>(item), record, owner: format!("{owner:?}") }
    }

    pub(crate) fn contended<E: Entity>(item: &Item, tries: u32) -> Self {
        Self::Contended { key: key_of::<E>(item), tries }
    }
}
