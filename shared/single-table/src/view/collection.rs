//! Item collections: what the derive's code asks of their items.

use super::expiry_in;
use crate::Item;
use crate::const_str::equal;
use crate::entity::Entity;
use crate::error::Error;
use crate::item::TYPE;
use crate::table::{Index, Table};
use crate::time::EpochSeconds;

/// Whether an item is of entity `E`.
#[must_use]
pub fn is_a<E: Entity>(item: &Item) -> bool {
    name_of(item) == Some(E::NAME.as_str())
}

/// The error for an item that no variant of a collection holds.
#[must_use]
pub fn not_in_collection(collection: &'static str, item: &Item) -> Error {
    let found = name_of(item).unwrap_or("nothing").to_owned();
    Error::WrongType { expected: collection, found }
}

/// When an item of any kind expires.
#[must_use]
pub fn expires<T: Table>(item: &Item) -> Option<EpochSeconds> {
    expiry_in(item, T::TTL)
}

fn name_of(item: &Item) -> Option<&str> {
    item.get(TYPE).and_then(|name| name.as_s().ok()).map(String::as_str)
}

/// Checks that entity `E` says it is in this collection.
///
/// # Panics
/// When it does not: while it is compiled.
pub const fn check_member<E: Entity>(collection: &str) {
    let member = match E::COLLECTION {
        Some(found) => equal(found.as_str(), collection),
        None => false,
    };
    assert!(member, "an entity of this collection lacks `collection = ...` with the collection's name");
}

/// Checks that entity `E` says it is in this collection of index `I`.
///
/// # Panics
/// When it does not: while it is compiled.
pub const fn check_index_member<E: Entity, I: Index>(collection: &str) {
    let mut at = 0;
    let mut member = false;
    while at < E::INDEXES.len() {
        let (index, partition) = E::INDEXES[at];
        member = member || (equal(index, I::SCHEMA.name) && equal(partition, collection));
        at += 1;
    }
    assert!(member, "an entity of this collection lacks `collection = ...` with its name on this index");
}
