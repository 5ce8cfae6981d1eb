//! What can stop a backfill.

use crate::Item;
use crate::entity::Entity;
use crate::error::Error;
use crate::item::comparable_text;
use crate::table::Table;

/// Why a backfill stopped. It can be gone on with: items that are done are not written again.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BackfillError {
    /// The items can't be read.
    #[error(transparent)]
    Scan(#[from] Error),
    /// An item can't be decoded, encoded or written.
    #[error("the item {key}: {source}")]
    Item {
        /// Its primary key.
        key: String,
        /// What is wrong with it.
        source: Error,
    },
    /// The change gave an item another primary key; that would be another item.
    #[error("the change gives the item {key} the primary key {changed}; a backfill can't move an item")]
    KeyChanged {
        /// Its primary key.
        key: String,
        /// What it would become.
        changed: String,
    },
    /// An item has too many attributes to be compared in one expression.
    #[error(
        "the item {key} has too many attributes: an expression on them takes {given} bytes, DynamoDB's limit is {limit}"
    )]
    TooManyAttributes {
        /// Its primary key.
        key: String,
        /// The bytes of the expression.
        given: usize,
        /// The most there may be.
        limit: usize,
    },
    /// Another item has claimed the values of a unique constraint.
    #[error(
        "the item {key} and the item {owner} have the same values for the unique constraint {record}: give one of them others, for \
         instance in the backfill's `change`"
    )]
    Taken {
        /// Its primary key.
        key: String,
        /// The key of the item that has claimed the values.
        owner: String,
        /// The constraint's name.
        record: &'static str,
    },
    /// Others wrote an item each time between reading and writing it.
    #[error("the item {key} was changed by others {tries} times in a row")]
    Contended {
        /// Its primary key.
        key: String,
        /// How often it was tried.
        tries: u32,
    },
}

impl BackfillError {
    pub(crate) fn item<E: Entity>(item: &Item, source: Error) -> Self {
        Self::Item { key: key_of::<E>(item), source }
    }

    pub(crate) fn taken<E: Entity>(item: &Item, record: &'static str, owner: &E::Key) -> Self {
        Self::Taken { key: key_of::<E>(item), record, owner: format!("{owner:?}") }
    }

    pub(crate) fn contended<E: Entity>(item: &Item, tries: u32) -> Self {
        Self::Contended { key: key_of::<E>(item), tries }
    }
}

/// The primary key of an item, for people.
pub(super) fn key_of<E: Entity>(item: &Item) -> String {
    let names = <E::Table as Table>::KEY.iter().map(|key| key.name);
    let text = |name| item.get(name).and_then(comparable_text).unwrap_or_default();
    names.map(|name| format!("{name} {:?}", text(name))).collect::<Vec<_>>().join(", ")
}
