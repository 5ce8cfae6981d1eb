//! Item collections: what the derive's code asks of their items.

use super::expiry_in;
use crate::Item;
use crate::const_str::equal;
use crate::entity::Entity;
use crate::error::Error;
use crate::item::name_for_error;
use crate::table::{Index, Piece, RawIndex, Table};
use crate::time::EpochSeconds;

/// The error for an item that no variant of a collection holds.
#[must_use]
pub fn not_in_collection<T: Table>(collection: &'static str, item: &Item) -> Error {
    Error::WrongType { expected: collection, found: name_for_error::<T>(item) }
}

/// When an item of any kind expires.
#[must_use]
pub fn expires<T: Table>(item: &Item) -> Option<EpochSeconds> {
    expiry_in(item, T::TTL)
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

/// Checks that entity `E` has the raw partition key of a collection.
///
/// # Panics
/// Panics if it has another one. In a constant, that is a compile error.
pub const fn check_raw_member<E: Entity>(partition: &[Piece]) {
    assert!(
        E::KEY_FORMATS[0].is_raw && have_same_literals(E::KEY_FORMATS[0].partition, partition),
        "an entity of this collection has another partition key: give both the same literals and `raw`"
    );
}

/// Checks that entity `E` has the raw partition key of a collection in index `I`.
///
/// # Panics
/// Panics if it has another one. In a constant, that is a compile error.
pub const fn check_raw_index_member<E: Entity, I: RawIndex>(partition: &[Piece]) {
    let (mut at, mut is_member) = (0, false);
    while at < E::KEYS.len() {
        let key = &E::KEYS[at];
        if let Some(raw) = key.raw {
            is_member = is_member
                || (equal(key.attribute.name, I::SCHEMA.partition_key[0].name)
                    && have_same_literals(raw, partition));
        }
        at += 1;
    }
    assert!(
        is_member,
        "an entity of this collection has no key in this index, or another partition key: give both the same literals and `raw`"
    );
}

const fn have_same_literals(one: &[Piece], other: &[Piece]) -> bool {
    if one.len() != other.len() {
        return false;
    }
    let mut at = 0;
    while at < one.len() {
        let are_same = match (one[at], other[at]) {
            (Piece::Literal(one), Piece::Literal(other)) => equal(one, other),
            (Piece::Component { .. }, Piece::Component { .. }) => true,
            _ => false,
        };
        if !are_same {
            return false;
        }
        at += 1;
    }
    true
}
