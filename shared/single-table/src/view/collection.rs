//! Item collections: what the derive's code asks of their items.

use super::expiry_in;
use crate::Item;
use crate::const_str::{Message, equal};
use crate::error::Error;
use crate::item::name_for_error;
use crate::model::{Model, Piece};
use crate::table::{Index, RawIndex, Table};
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

/// Checks that an entity declares this collection.
///
/// # Panics
/// Panics while the crate compiles if it doesn't.
#[track_caller]
pub const fn check_member(model: &Model, collection: &str) {
    let is_member = match model.collection {
        Some(found) => equal(found.as_str(), collection),
        None => false,
    };
    if !is_member {
        refuse(model, collection, "`#[entity(...)]`");
    }
}

/// Checks that an entity declares this collection in an index.
///
/// # Panics
/// Panics while the crate compiles if it doesn't.
#[track_caller]
pub const fn check_index_member<I: Index>(model: &Model, collection: &str) {
    let mut at = 0;
    while at < model.indexes.len() {
        let key = &model.indexes[at];
        if let Some(prefix) = key.prefix
            && equal(key.index, I::SCHEMA.name)
            && equal(prefix.as_str(), collection)
        {
            return;
        }
        at += 1;
    }
    refuse(model, collection, "the `#[index(...)]` of this index");
}

#[track_caller]
const fn refuse(model: &Model, collection: &str, attribute: &str) {
    let outside = Message::of(&[
        "`",
        model.type_name,
        "` is a variant of the collection \"",
        collection,
        "\" but is not in it: add `collection = \"",
        collection,
        "\"` to ",
        attribute,
    ]);
    panic!("{}", outside.text());
}

/// Checks that an entity has the raw partition key of a collection.
///
/// # Panics
/// Panics while the crate compiles if it has another one.
#[track_caller]
pub const fn check_raw_member(model: &Model, partition: &[Piece]) {
    match model.key_formats {
        [own, ..] if own.is_raw && have_same_literals(own.partition, partition) => {}
        _ => refuse_raw(model, "`#[entity(...)]`"),
    }
}

#[track_caller]
const fn refuse_raw(model: &Model, attribute: &str) {
    let outside = Message::of(&[
        "`",
        model.type_name,
        "` is a variant of this collection but has another partition key: give the collection and ",
        attribute,
        " of the entity the same literals and `raw`",
    ]);
    panic!("{}", outside.text());
}

/// Checks that an entity has the raw partition key of a collection in index `I`.
///
/// # Panics
/// Panics while the crate compiles if it has another one.
#[track_caller]
pub const fn check_raw_index_member<I: RawIndex>(model: &Model, partition: &[Piece]) {
    let mut at = 0;
    while at < model.stored_keys.len() {
        let key = &model.stored_keys[at];
        if let Some(raw) = key.raw
            && equal(key.attribute.name, I::SCHEMA.partition_key[0].name)
            && have_same_literals(raw, partition)
        {
            return;
        }
        at += 1;
    }
    refuse_raw(model, "the `#[index(...)]` of this index");
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
