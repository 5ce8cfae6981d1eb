//! Item collections: what the derive's code asks of their items.

use super::expiry_in;
use crate::Item;
use crate::const_str::{Message, equal};
use crate::entity::Entity;
use crate::error::Error;
use crate::item::TYPE;
use crate::model::Model;
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
